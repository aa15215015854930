// The pictures of the README, in a light and a dark theme. They are kept in output/ beside this file;
// `npm run screenshots` puts them into media/screenshots.

import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";

import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";

import { EXTENSION, OUTPUT } from "./harness/environment";
import { clickOn, closeHover, hoverOver, openLightBulb, squiggles } from "./harness/editor";
import { openSample, type Session } from "./harness/session";
import { row, showViews, view } from "./harness/views";
import { WAIT } from "./harness/workbench";

const TARGET =
  process.env.E2E_SCREENSHOTS === "keep"
    ? join(EXTENSION, "media", "screenshots")
    : join(OUTPUT, "screenshots");
const MAX_BYTES = 200_000;
const LOOK = { width: 1120, height: 540, sharpness: 1.25 };
// The window follows the theme of the system that it runs on.
const SETTINGS = {
  "breadcrumbs.enabled": false,
  "editor.fontSize": 14,
  "editor.occurrencesHighlight": "off",
  "window.autoDetectColorScheme": true,
};

// What only the edition of VS Code for browsers shows.
const HIDDEN = `
  [id="status.host"], [id*="keyboard" i], [id*="forwardedPorts" i], .menubar {
    display: none !important;
  }
`;

async function wear(session: Session, theme: "light" | "dark"): Promise<void> {
  await session.window.page.emulateMedia({ colorScheme: theme });
  const base = theme === "light" ? ".vs" : ".vs-dark";
  await session.window.page.locator(`.monaco-workbench${base}`).waitFor();
}

/** Wait until nothing is under way: the check is done, and the code lens says so. */
async function settled(session: Session, lens: string): Promise<void> {
  const { window } = session;
  await window.statusItem("LLMFeeder: 2 contradicted").waitFor();
  const status = window.statusItem("LLMFeeder: 2 contradicted");
  await expect.poll(() => status.locator(".codicon-modifier-spin").count(), WAIT).toBe(0);
  const lenses = window.page.locator(".codelens-decoration");
  await expect
    .poll(() => lenses.allInnerTexts(), WAIT)
    .toContainEqual(expect.stringMatching(`^${lens} claims: .*checked`));
}

/** Keep a picture of the window, or of `area` and what floats above it. */
async function keep(session: Session, name: string, area?: Locator): Promise<void> {
  mkdirSync(TARGET, { recursive: true });
  const path = join(TARGET, `${name}.png`);
  const { page } = session.window;
  await page.addStyleTag({ content: HIDDEN });
  const clip = (await area?.boundingBox()) ?? undefined;
  await page.screenshot({ path, animations: "disabled", ...(clip ? { clip } : {}) });
  expect(statSync(path).size).toBeLessThan(MAX_BYTES);
}

describe("the quarterly report", () => {
  const session = openSample({ sample: "quarterly-results", settings: SETTINGS, ...LOOK });
  const editor = (): Locator => session.window.page.locator(".part.editor");

  test.each(["light", "dark"] as const)("%s", async (theme) => {
    const { window } = session;
    await window.openFile("report.md");
    await wear(session, theme);
    await settled(session, "9");
    await expect.poll(() => squiggles(window, "error"), WAIT).toHaveLength(2);
    await showViews(session.window);
    await row(view(window, "Claims"), "Contradicted").waitFor();
    await row(view(window, "Sources"), "q3-earnings.txt").waitFor();
    await clickOn(window, "Northwind");
    await closeHover(window);
    await keep(session, `overview-${theme}`);
    const hover = await hoverOver(window, "510 million");
    await expect.poll(() => hover.innerText(), WAIT).toMatch(/CONTRADICTED[^]*Quick Fix/);
    await keep(session, `hover-${theme}`, editor());
    await closeHover(window);
    const entries = await openLightBulb(window, "510 million");
    await entries.filter({ hasText: "Replace" }).first().waitFor();
    await window.parkMouse();
    await keep(session, `fix-${theme}`, editor());
    await window.page.keyboard.press("Escape");
  });
});

describe("the study with a PDF", () => {
  const session = openSample({ sample: "walking-study", settings: SETTINGS, ...LOOK });

  test("light and dark", async () => {
    const { window } = session;
    await window.openFile("report.md");
    await settled(session, "11");
    await showViews(window);
    const claim = row(view(window, "Claims"), "Blood pressure fell");
    await claim.click();
    await window.page.locator(".view-overlays .selected-text").first().waitFor();
    await claim.click();
    await window.tab("evening-walks").waitFor();
    await window.page
      .locator(".view-overlays .cdr[class*='TextEditorDecorationType']")
      .first()
      .waitFor();
    await closeHover(window);
    for (const theme of ["light", "dark"] as const) {
      await wear(session, theme);
      await keep(session, `passage-${theme}`, window.page.locator(".part.editor"));
    }
  });
});
