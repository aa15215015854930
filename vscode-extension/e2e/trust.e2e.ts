// A folder that somebody else made: its settings count only once it is trusted.

import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { squiggles } from "./harness/editor";
import { openSample } from "./harness/session";
import { WAIT } from "./harness/workbench";

const session = openSample({
  sample: "quarterly-results",
  asksForTrust: true,
  prepare: (folder) => {
    const program = join(folder, "llmfeeder");
    writeFileSync(program, `#!/bin/sh\ntouch "${join(folder, "was-run")}"\n`);
    chmodSync(program, 0o755);
    mkdirSync(join(folder, ".vscode"));
    const settings = { "llmfeeder.serverPath": program, "llmfeeder.severity.unsupported": "off" };
    writeFileSync(join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
    writeFileSync(join(folder, "llmfeeder.toml"), '[severities]\ncontradicted = "off"\n');
  },
});

async function errors(): Promise<string[]> {
  return (await squiggles(session.window, "error")).map(({ text }) => text);
}

async function warnings(): Promise<string> {
  return (await squiggles(session.window, "warning")).map(({ text }) => text).join(" ");
}

test("an untrusted workspace is checked as built in", async () => {
  await session.window.statusItem("Restricted Mode").waitFor();
  await session.window.openFile("report.md");
  await expect.poll(errors, WAIT).toEqual(["510 million dollars", "fell"]);
  await expect.poll(warnings, WAIT).toContain("quarterly dividend of 12 cents per share.");
});

test("its settings count once it is trusted, its programs never", async () => {
  await session.window.statusItem("Restricted Mode").click();
  await session.window.page
    .locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ })
    .click();
  await session.window.openFile("report.md");
  await session.window.statusItem("LLMFeeder: 2 contradicted").waitFor();
  await expect.poll(errors, WAIT).toEqual([]);
  await expect.poll(warnings, WAIT).toBe("");
  expect(existsSync(join(session.folder, "was-run"))).toBe(false);
});
