// A report in the editor: what is underlined, why, and how it is mended.

import { expect, test } from "vitest";

import { hoverOver, save, squiggles, typeOver, type Severity } from "./harness/editor";
import { openSample } from "./harness/session";
import { closePanel, openProblems, rowsOf, showViews, view } from "./harness/views";
import { WAIT } from "./harness/workbench";

const session = openSample({ sample: "quarterly-results" });

const PLANT = ["The plant", "in Cork will start production before the end of the year."];
const DIVIDEND = ["The company announced a", "quarterly dividend of 12 cents per share."];

async function underlined(severity: Severity): Promise<string[]> {
  return (await squiggles(session.window, severity)).map(({ text }) => text);
}

test("what the sources contradict or do not say is underlined, and no more", async () => {
  await session.window.openFile("report.md");
  await expect.poll(() => underlined("error"), WAIT).toEqual(["510 million dollars", "fell"]);
  await expect.poll(() => underlined("warning"), WAIT).toEqual(DIVIDEND);
  await expect.poll(() => underlined("info"), WAIT).toEqual(PLANT);
});

test("the status item and the code lens count the verdicts", async () => {
  await session.window.statusItem("LLMFeeder: 2 contradicted, 1 unsupported, 1 partial").waitFor();
  const lens = session.window.page.locator(".codelens-decoration").first();
  await expect
    .poll(() => lens.innerText(), WAIT)
    .toMatch(/^9 claims: 5 supported, 1 partial, 1 unsupported, 2 contradicted/);
});

test("the Problems panel gives both values, and the passage as a related place", async () => {
  const rows = await openProblems(session.window);
  await expect
    .poll(() => rows.allInnerTexts(), WAIT)
    .toContainEqual(
      expect.stringMatching(
        /claim says 510 million dollars, the source says 410 million dollars[^]*contradicted[^]*\[Ln 14, Col 20\]/,
      ),
    );
  const related = rows.filter({
    hasText: /^q3-earnings\.txt.*Ln 9, Col 31.*Free cash flow was 410 million/s,
  });
  await related.first().dblclick();
  await session.window.tab("q3-earnings.txt").waitFor();
  await session.window.statusItem(/Ln 9, Col \d+/).waitFor();
  await session.window.openFile("report.md");
  await closePanel(session.window);
});

test("a hover shows the passage of a contradicted and of a supported claim", async () => {
  const contradicted = await hoverOver(session.window, "510 million");
  await expect.poll(() => contradicted.innerText(), WAIT).toContain("CONTRADICTED");
  const text = await contradicted.innerText();
  expect(text).toContain("q3-earnings.txt:9:31");
  expect(text.split("the source says 410 million dollars")).toHaveLength(2);
  const supported = await hoverOver(session.window, "Operating margin");
  await expect.poll(() => supported.innerText(), WAIT).toContain("SUPPORTED");
  expect(await supported.innerText()).toMatch(/q3-earnings\.txt:5:35[^]*21\.7/);
});

test("a correction takes the problem away when it is saved", async () => {
  await typeOver(session.window, "510 million", "410 million");
  await save(session.window);
  await expect.poll(() => underlined("error"), WAIT).toEqual(["fell"]);
  await session.window.statusItem("LLMFeeder: 1 contradicted, 1 unsupported, 1 partial").waitFor();
  const rows = await openProblems(session.window);
  await expect.poll(async () => (await rows.allInnerTexts()).join("\n"), WAIT).not.toContain("410");
  await closePanel(session.window);
  await showViews(session.window);
  const claims = view(session.window, "Claims");
  await expect
    .poll(() => rowsOf(claims), WAIT)
    .toContainEqual({ depth: 1, label: "Contradicted", description: "1" });
});
