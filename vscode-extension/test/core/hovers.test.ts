import { expect, test } from "vitest";

import { withoutRepeated } from "../../src/core/hovers";

const HOVER = "**CONTRADICTED** · score 0.05\n\nclaim says \\*510\\*, the source says 410\n\n> 410";

test("the reason is left out where the problem above says it", () => {
  const message = 'claim says *510*, the source says 410\nq3.txt:9:50 "410"';
  expect(withoutRepeated(HOVER, [message])).toBe("**CONTRADICTED** · score 0.05\n\n> 410");
});

test("all stays where there is no problem, or another one", () => {
  expect(withoutRepeated(HOVER, [])).toBe(HOVER);
  expect(withoutRepeated(HOVER, ["no source says: 410"])).toBe(HOVER);
});
