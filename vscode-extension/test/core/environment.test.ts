import { describe, expect, it } from "vitest";

import {
  completeMark,
  environmentFolder,
  installArguments,
  interpreterIn,
  pipFailure,
  readManifest,
} from "../../src/core/environment";
import {
  Crashes,
  MAX_CRASHES,
  reasonOf,
  startError,
  WINDOW_MILLISECONDS,
} from "../../src/core/crashes";

const WHEEL = {
  file: "llmfeeder-1.0.0-py3-none-any.whl",
  version: "1.0.0",
  digest: "abcdef0123456789",
};

describe("the extension's own environment", () => {
  it("is another one for another wheel", () => {
    const folder = environmentFolder("/store", WHEEL);
    expect(folder).toBe("/store/environments/1.0.0-abcdef012345");
    expect(environmentFolder("/store", { ...WHEEL, digest: "0".repeat(64) })).not.toBe(folder);
    expect(completeMark(folder)).toBe(`${folder}/.complete`);
    expect(interpreterIn(folder, false)).toBe(`${folder}/bin/python`);
  });

  it("gets the bundled wheel, without questions", () => {
    expect(installArguments("/x/llmfeeder.whl")).toContain("--no-input");
    expect(installArguments("/x/llmfeeder.whl").at(-1)).toBe("/x/llmfeeder.whl");
  });

  it("reads what packaging wrote, and nothing else", () => {
    expect(readManifest(JSON.stringify(WHEEL))).toEqual(WHEEL);
    for (const text of ["", "{}", "null", '{"file": 1}']) {
      expect(readManifest(text)).toBeUndefined();
    }
  });
});

describe("why pip failed", () => {
  it("is the network where it is", () => {
    const output =
      "WARNING: Retrying: Failed to establish a new connection: Name or service not known\n" +
      "ERROR: No matching distribution found for pygls\n";
    expect(pipFailure(output)).toMatch(
      /online\? \(ERROR: No matching distribution found for pygls\)$/,
    );
  });

  it("is the disk where it is full", () => {
    expect(pipFailure("OSError: [Errno 28] No space left on device")).toContain("no space left");
  });

  it("is else what pip says last", () => {
    expect(pipFailure("ERROR: the wheel is broken\n\nnotice: a new pip\n")).toContain(
      "ERROR: the wheel is broken",
    );
    expect(pipFailure("")).toContain("it said nothing");
  });
});

describe("a server that ends by itself", () => {
  it("is started again, but not for ever", () => {
    const crashes = new Crashes();
    const answers = Array.from({ length: MAX_CRASHES }, (_, index) => crashes.note(index));
    expect(answers).toEqual([true, true, false]);
  });

  it("has its crashes of long ago forgotten, and those before a restart", () => {
    const crashes = new Crashes();
    crashes.note(0);
    crashes.note(1);
    expect(crashes.note(WINDOW_MILLISECONDS + 1)).toBe(true);
    crashes.forget();
    expect(crashes.note(WINDOW_MILLISECONDS + 2)).toBe(true);
  });

  it("gives its last words as the reason", () => {
    const traceback =
      "Traceback (most recent call last):\n  ...\nModuleNotFoundError: No module named 'pygls'\n\n";
    expect(reasonOf(traceback, "exit code 1")).toBe("ModuleNotFoundError: No module named 'pygls'");
    expect(reasonOf("\n", "exit code 1")).toBe("exit code 1");
  });

  it("is told plainly where it cannot be run", () => {
    expect(startError("/bin/llmfeeder", "ENOENT", "spawn ENOENT")).toBe(
      "there is no program /bin/llmfeeder",
    );
    expect(startError("/bin/llmfeeder", "EACCES", "spawn EACCES")).toContain("may not be run");
    expect(startError("/bin/llmfeeder", undefined, "odd")).toBe("odd");
  });
});
