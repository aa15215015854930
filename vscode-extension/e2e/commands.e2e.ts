// Citing, the report page, the check of a workspace, and sources in another folder.

import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { choose, openLightBulb, save, squiggles } from "./harness/editor";
import { openSample } from "./harness/session";
import { clearNotifications, notification } from "./harness/views";
import { WAIT } from "./harness/workbench";

describe("a report that cites with footnotes", () => {
  const session = openSample({ sample: "software-manual" });

  test("the quick fix inserts the footnote", async () => {
    await session.window.openFile("report.md");
    await session.window.statusItem("LLMFeeder: 2 contradicted").waitFor();
    const entries = await openLightBulb(session.window, "default retention");
    await choose(entries, "Cite defaults.yaml");
    await session.window.page.locator(".tabs-container .tab.active.dirty").waitFor();
    await save(session.window);
    const text = session.read("report.md");
    const name = /The default retention is 90 days\.\[\^([^\]]+)\]/.exec(text)?.[1];
    expect(name).toBeDefined();
    expect(text).toMatch(new RegExp(`^\\[\\^${name ?? ""}\\]: .*sources/defaults\\.yaml`, "m"));
  });

  test("all supported claims are cited at once", async () => {
    await session.window.statusItem(/LLMFeeder: 2 contradicted.*partial$/).waitFor();
    await session.window.command("LLMFeeder: Cite All Supported Claims");
    await session.window.page.locator(".tabs-container .tab.active.dirty").waitFor();
    await save(session.window);
    const text = session.read("report.md");
    expect(text).toContain("The service listens on port 8420.[^install]");
    expect(text).toContain("The log never contains an access token.[^conf]");
    expect(text).not.toMatch(/Windows is supported as well\.\[/);
    await session.window.statusItem(/LLMFeeder: 2 contradicted.*partial$/).waitFor();
    await session.window.command("LLMFeeder: Cite All Supported Claims");
    await notification(session.window, "There is no supported claim without a citation");
    await clearNotifications(session.window);
  });

  test("the report page shows every finding", async () => {
    await session.window.command("LLMFeeder: Show Report");
    await session.window.tab("LLMFeeder: report.md").waitFor();
    const page = session.window.page;
    const shown = async (): Promise<string> => {
      const inner = page.frames().filter((frame) => frame !== page.mainFrame());
      const texts = inner.map((frame) => frame.locator("body").innerText({ timeout: 2_000 }));
      const read = await Promise.allSettled(texts);
      return read.map((text) => (text.status === "fulfilled" ? text.value : "")).join("\n");
    };
    await expect.poll(shown, WAIT).toContain("Windows is supported as well");
    await expect.poll(shown, WAIT).toContain("Readings are encrypted");
  });

  test("the check of the workspace tells its result", async () => {
    await session.window.openFile("report.md");
    await session.window.command("LLMFeeder: Check Workspace");
    await notification(session.window, /checked 1 report with 11 claims: 2 contradicted/);
    await clearNotifications(session.window);
  });

  test("the output can be shown", async () => {
    await session.window.command("LLMFeeder: Show Output");
    const panel = session.window.page.locator(".part.panel .view-lines");
    await expect.poll(() => panel.innerText(), WAIT).toMatch(/starting/);
  });
});

describe("a report whose sources are in a folder of another name", () => {
  const session = openSample({
    sample: "quarterly-results",
    prepare: (folder) => {
      renameSync(join(folder, "sources"), join(folder, "papers"));
    },
  });

  test("the status item lets the folder be chosen", async () => {
    const { window } = session;
    await window.openFile("report.md");
    await window.statusItem("LLMFeeder: no sources folder").click();
    const path = window.quickInput.locator("input");
    await path.waitFor();
    const listed = window.quickInput.locator(".monaco-list-row", { hasText: "papers" });
    await listed.waitFor();
    await path.fill(join(session.folder, "papers/"));
    await listed.waitFor({ state: "detached" });
    await window.quickInput.locator(".monaco-button", { hasText: "Use as Sources" }).click();
    const found = async (): Promise<string[]> =>
      (await squiggles(window, "error")).map(({ text }) => text);
    await expect.poll(found, WAIT).toEqual(["510 million dollars", "fell"]);
    const settings = readFileSync(join(session.folder, ".vscode", "settings.json"), "utf8");
    expect(JSON.parse(settings)).toEqual({ "llmfeeder.sources": ["papers"] });
  });
});
