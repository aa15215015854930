import { describe, expect, it } from "vitest";

import { isAtLeast, readProbe } from "../../src/core/interpreter";
import { noPython, pythons, unfit } from "../../src/core/python";

describe("an interpreter's answer", () => {
  it("is read past whatever it prints first", () => {
    const output = 'a warning\n{"python": "3.12.1", "llmfeeder": "1.0.0", "venv": true}\n';
    expect(readProbe(output)).toEqual({ python: "3.12.1", llmfeeder: "1.0.0", venv: true });
  });

  it.each(["", "Python 3.12", "[]", '{"python": 3}', '{"llmfeeder": null}'])(
    "is none: %s",
    (output) => {
      expect(readProbe(output)).toBeUndefined();
    },
  );
});

describe("versions", () => {
  it.each([
    ["3.11.0", "3.11", true],
    ["3.9.18", "3.11", false],
    ["3.12", "3.11.9", true],
    ["1.10.0", "1.9.0", true],
    ["1.0.0rc1", "1.0.0", true],
    ["0.9.9", "1.0.0", false],
  ])("%s is at least %s: %s", (version, minimum, expected) => {
    expect(isAtLeast(version, minimum)).toBe(expected);
  });
});

describe("the interpreters to make an environment with", () => {
  const files = new Set([
    "/usr/bin/python3",
    "/opt/bin/python3.12",
    "bin/python3",
    "/usr/bin/python3.12",
  ]);
  const machine = {
    windows: false,
    path: "bin:/opt/bin:/usr/bin:",
    isFile: (path: string) => files.has(path),
  };

  it("are the named ones, then the newest on the PATH", () => {
    const found = pythons(["/mine/python", undefined, ""], machine).map(({ command }) => command);
    expect(found).toEqual(["/mine/python", "/opt/bin/python3.12", "/usr/bin/python3"]);
  });

  it("never lie in a relative folder of the PATH", () => {
    expect(pythons([], machine).map(({ command }) => command)).not.toContain("bin/python3");
  });

  it("must be new enough and able to make one", () => {
    expect(unfit(undefined)).toBe("does not run");
    expect(unfit({ python: "3.10.4", llmfeeder: null, venv: true })).toBe("is Python 3.10.4");
    expect(unfit({ python: "3.11.2", llmfeeder: null, venv: false })).toContain("ensurepip");
    expect(unfit({ python: "3.11.2", llmfeeder: null, venv: true })).toBeUndefined();
  });

  it("are told where none fits, with the way out", () => {
    const message = noPython(["/usr/bin/python3 is Python 3.9.2"]);
    expect(message).toContain("Python 3.11 or newer");
    expect(message).toContain("/usr/bin/python3 is Python 3.9.2");
    expect(message).toContain("llmfeeder.interpreter");
    expect(noPython([])).not.toContain("Found");
  });
});
