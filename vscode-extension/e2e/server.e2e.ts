// Where the server comes from: none and no Python, an environment of the extension's own, one that
// does not start.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { PYTHON } from "./harness/environment";
import { squiggles } from "./harness/editor";
import { openSample } from "./harness/session";
import { notification, press, showViews, view } from "./harness/views";
import { WAIT } from "./harness/workbench";

const scratch = mkdtempSync(join(tmpdir(), "llmfeeder-programs-"));

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

describe("on a machine without Python", () => {
  const session = openSample({ sample: "quarterly-results", machine: {}, path: [scratch] });

  test("the extension offers to install the server, and says that it needs Python", async () => {
    await session.window.openFile("report.md");
    await session.window.statusItem("LLMFeeder: not installed").waitFor();
    const offer = await notification(session.window, "language server is not installed");
    await press(offer, "Install");
    const refusal = await notification(session.window, "LLMFeeder needs Python 3.11 or newer");
    expect(await refusal.locator(".monaco-button").allInnerTexts()).toEqual([
      "Try Again",
      "Choose Interpreter…",
      "Show Output",
    ]);
    await showViews(session.window);
    await expect
      .poll(() => view(session.window, "Claims").innerText(), WAIT)
      .toContain("The language server is not installed.");
    expect(await squiggles(session.window, "error")).toEqual([]);
  });

  test("the interpreter can be chosen instead", async () => {
    const refusal = await notification(session.window, "LLMFeeder needs Python 3.11 or newer");
    await press(refusal, "Choose Interpreter…");
    await session.window.page
      .locator(".settings-editor .setting-item-label", { hasText: /^Interpreter$/ })
      .first()
      .waitFor();
  });
});

describe("on a machine with Python alone", () => {
  const python = execFileSync(PYTHON, ["-c", "import sys; print(sys._base_executable)"], {
    encoding: "utf8",
  }).trim();
  const session = openSample({
    sample: "quarterly-results",
    machine: { "llmfeeder.interpreter": python },
    path: [dirname(python), "/usr/bin", "/bin"],
  });

  test("the server is installed into an environment of the extension's own", async () => {
    await session.window.openFile("report.md");
    await press(await notification(session.window, "language server is not installed"), "Install");
    await notification(session.window, "Installing LLMFeeder");
    await expect
      .poll(async () => (await squiggles(session.window, "error")).map(({ text }) => text), {
        ...WAIT,
        timeout: 6 * WAIT.timeout,
      })
      .toEqual(["510 million dollars", "fell"]);
    expect(existsSync(join(session.server.storage, "environments"))).toBe(true);
    expect(session.server.output()).toContain("from the extension's own environment");
  }, 900_000);
});

describe("with a server that does not start", () => {
  const program = join(scratch, "llmfeeder");
  writeFileSync(program, "#!/bin/sh\necho 'the lexicon is missing' >&2\nexit 1\n");
  chmodSync(program, 0o755);
  const session = openSample({
    sample: "quarterly-results",
    machine: { "llmfeeder.serverPath": program },
  });

  test("a notification says why, and its button shows the output", async () => {
    await session.window.openFile("report.md");
    const failure = await notification(session.window, "the lexicon is missing");
    await session.window.statusItem("LLMFeeder: error").waitFor();
    await press(failure, "Show Output");
    const panel = session.window.page.locator(".part.panel .view-lines");
    await expect.poll(() => panel.innerText(), WAIT).toMatch(/lexicon\s+is\s+missing/);
  });

  test("once it is mended, a restart is enough", async () => {
    const script = readFileSync(program, "utf8");
    expect(script).toContain("exit 1");
    writeFileSync(program, `#!/bin/sh\nexec "${join(dirname(PYTHON), "llmfeeder")}" "$@"\n`);
    await session.window.command("LLMFeeder: Restart Server");
    await session.window.statusItem("LLMFeeder: 2 contradicted").waitFor();
  });
});
