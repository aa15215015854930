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
  const folders = ["/work"];

  it.each<[string, Record<string, string | null>, boolean]>([
    ["a sources folder beside it", { "/work/docs/sources": null }, true],
    ["a sources folder above it", { "/work/sources": null }, true],
    ["a settings file above it", { "/work/llmfeeder.toml": "" }, true],
    ["a table in pyproject.toml", { "/work/pyproject.toml": "[tool.llmfeeder]\n" }, true],
    ["another tool's pyproject.toml", { "/work/pyproject.toml": "[tool.other]\n" }, false],
    ["a file called sources", { "/work/sources": "text" }, false],
    ["sources above the workspace", { "/sources": null }, false],
    ["nothing", {}, false],
  ])("%s", (_name, files, expected) => {
    expect(hasProject("/work/docs/report.md", folders, disk(files))).toBe(expected);
  });

  it("is looked for beside the file alone outside a workspace", () => {
    expect(upwards("/other/docs", folders)).toEqual(["/other/docs"]);
    expect(upwards("/work/a/b", folders)).toEqual(["/work/a/b", "/work/a", "/work"]);
    expect(upwards("/work", folders)).toEqual(["/work"]);
  });

  it("stops at the innermost folder", () => {
    expect(upwards("/work/a/b", ["/work", "/work/a"])).toEqual(["/work/a/b", "/work/a"]);
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
    expect(sourcesSetting(["/work/papers/new", "/elsewhere/data"], "/work")).toEqual([
      "papers/new",
      "/elsewhere/data",
    ]);
    expect(sourcesSetting(["/work"], "/work")).toEqual(["."]);
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
