import { describe, expect, it } from "vitest";

import { hasProject, isWithin, upwards, type Disk } from "../../src/core/project";
import { situationOf } from "../../src/core/situation";
import { namesSources, sourcesSetting } from "../../src/core/sourcesSetting";
import { shorten } from "../../src/core/words";
import { report } from "./reports";

function disk(files: Record<string, string | null>): Disk {
  return {
    isFile: (path) => typeof files[path] === "string",
    isFolder: (path) => files[path] === null,
    read: (path) => files[path] ?? "",
  };
}

describe("whether a Markdown file has anything to be checked against", () => {
  const folders = ["/home/ada"];

  it.each<[string, Record<string, string | null>, boolean]>([
    ["a sources folder beside it", { "/home/ada/docs/sources": null }, true],
    ["a sources folder above it", { "/home/ada/sources": null }, true],
    ["a settings file above it", { "/home/ada/llmfeeder.toml": "" }, true],
    ["a table in pyproject.toml", { "/home/ada/pyproject.toml": "[tool.llmfeeder]\n" }, true],
    ["another tool's pyproject.toml", { "/home/ada/pyproject.toml": "[tool.other]\n" }, false],
    ["a file called sources", { "/home/ada/sources": "text" }, false],
    ["sources above the workspace", { "/sources": null }, false],
    ["nothing", {}, false],
  ])("%s", (_name, files, expected) => {
    expect(hasProject("/home/ada/docs/report.md", folders, disk(files))).toBe(expected);
  });

  it("is looked for beside the file alone outside a workspace", () => {
    expect(upwards("/other/docs", folders)).toEqual(["/other/docs"]);
    expect(upwards("/home/ada/a/b", folders)).toEqual([
      "/home/ada/a/b",
      "/home/ada/a",
      "/home/ada",
    ]);
    expect(upwards("/home/ada", folders)).toEqual(["/home/ada"]);
  });

  it("stops at the innermost folder", () => {
    expect(upwards("/home/ada/a/b", ["/home/ada", "/home/ada/a"])).toEqual([
      "/home/ada/a/b",
      "/home/ada/a",
    ]);
  });
});

describe("paths", () => {
  it.each([
    ["/a/b", "/a", true],
    ["/a", "/a", true],
    ["/ab", "/a", false],
    ["/a/..b", "/a", true],
    ["/", "/a", false],
  ])("%s is within %s: %s", (path, folder, expected) => {
    expect(isWithin(path, folder)).toBe(expected);
  });
});

describe("the setting for chosen sources", () => {
  it("is relative where that holds, absolute where not", () => {
    expect(sourcesSetting(["/home/ada/papers/new", "/elsewhere/data"], "/home/ada")).toEqual([
      "papers/new",
      "/elsewhere/data",
    ]);
    expect(sourcesSetting(["/home/ada"], "/home/ada")).toEqual(["."]);
  });

  it.each([
    ["llmfeeder.toml", 'sources = ["a"]\n', true],
    ["llmfeeder.toml", 'sensitivity = "strict"\n# sources = ["a"]\n', false],
    ["llmfeeder.toml", '[[overrides]]\nsources = ["a"]\n', false],
    ["/x/pyproject.toml", '[tool.llmfeeder]\nsources = ["a"]\n', true],
    ["/x/pyproject.toml", '[tool.other]\nsources = ["a"]\n', false],
  ])("is of no use where %s names them: %j", (file, text, expected) => {
    expect(namesSources(text, file)).toBe(expected);
  });
});

describe("the situation that empty views speak of", () => {
  it("is the server's first, then the report's", () => {
    const running = { kind: "running", version: "1.0.0" } as const;
    expect(situationOf({ kind: "missing" }, true, null)).toBe("notInstalled");
    expect(situationOf({ kind: "failed", reason: "" }, true, null)).toBe("failed");
    expect(situationOf({ kind: "idle" }, false, null)).toBe("noReport");
    expect(situationOf({ kind: "idle" }, true, null)).toBe("noSources");
    expect(situationOf(running, false, null)).toBe("noReport");
    expect(situationOf(running, true, null)).toBe("busy");
    expect(situationOf(running, true, report({ phase: "none" }))).toBe("noSources");
    expect(situationOf(running, true, report({ phase: "failed" }))).toBe("notChecked");
    expect(situationOf(running, true, report({ outcome: "no sources" }))).toBe("notChecked");
    expect(situationOf(running, true, report())).toBe("ready");
  });
});

describe("words", () => {
  it("are cut at a word, on one line", () => {
    expect(shorten("a  b\nc", 10)).toBe("a b c");
    expect(shorten("The plant in Cork will start", 15)).toBe("The plant in…");
    expect(shorten("Donaudampfschifffahrt", 10)).toBe("Donaudamp…");
  });
});
