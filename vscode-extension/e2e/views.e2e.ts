// The two views, and passages opened from them: in a text, and in a PDF.

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Locator } from "playwright-core";
import { expect, test } from "vitest";

import { marked } from "./harness/editor";
import { openSample } from "./harness/session";
import { row, rowsOf, showViews, view, type Row } from "./harness/views";
import { WAIT } from "./harness/workbench";

const session = openSample({
  sample: "walking-study",
  prepare: (folder) => {
    writeFileSync(join(folder, "sources", "broken.pdf"), "%PDF-1.7\nnothing more");
    writeFileSync(join(folder, "sources", "photo.jpg"), "not read");
  },
});

const DECORATED = ".view-overlays .cdr[class*='TextEditorDecorationType']";

/** The passage that is marked, and in it the words that the claim conflicts with. */
async function decorated(): Promise<{ passage: string; conflict: string }> {
  const places = await marked(session.window.page, DECORATED);
  const joined = (filled: boolean): string =>
    places
      .filter((place) => place.filled === filled)
      .map(({ text }) => text)
      .join(" ")
      .replace(/\s+/g, " ");
  return { passage: joined(true), conflict: joined(false) };
}

async function selected(): Promise<string> {
  const places = await marked(session.window.page, ".view-overlays .selected-text");
  return places.map(({ text }) => text).join(" ");
}

async function at(depth: number, tree: Locator): Promise<Row[]> {
  return (await rowsOf(tree)).filter((one) => one.depth === depth);
}

async function labels(depth: number, tree: Locator): Promise<string[]> {
  return (await at(depth, tree)).map(({ label }) => label);
}

test("the Claims view groups the claims by verdict, the worst first", async () => {
  await session.window.openFile("report.md");
  await session.window.statusItem("LLMFeeder: 2 contradicted, 1 unsupported, 1 partial").click();
  const claims = view(session.window, "Claims");
  await expect
    .poll(() => at(1, claims), WAIT)
    .toEqual([
      { depth: 1, label: "Contradicted", description: "2" },
      { depth: 1, label: "Unsupported", description: "1" },
      { depth: 1, label: "Partial", description: "1" },
      { depth: 1, label: "Supported", description: "7" },
    ]);
  await expect
    .poll(() => labels(2, claims), WAIT)
    .toEqual([
      "Blood pressure fell in the walking group.",
      "The walkers in Leeds gained 39 minutes of sleep.",
      "Participants also lost two kilograms of weight.",
      "Evening walks caused fewer awakenings during the night.",
    ]);
});

test("the Sources view says what became of each source, and why", async () => {
  await showViews(session.window);
  const sources = view(session.window, "Sources");
  await expect.poll(() => labels(1, sources), WAIT).toEqual(["Unreadable", "Indexed", "Skipped"]);
  await row(sources, "photo.jpg").waitFor();
  const rows = await rowsOf(sources);
  expect(rows.find(({ label }) => label === "broken.pdf")?.description).not.toBe("");
  expect(rows.find(({ label }) => label === "photo.jpg")?.description).not.toBe("");
  expect(rows.map(({ label }) => label)).toEqual(
    expect.arrayContaining(["clinics.csv", "evening-walks.pdf", "registration.json"]),
  );
});

test("a click on a claim jumps to it, a second one to its passage in the PDF", async () => {
  const claim = row(view(session.window, "Claims"), "Blood pressure fell");
  await claim.click();
  await expect.poll(selected, WAIT).toMatch(/^Blood pressure fell in the walking group/);
  await claim.click();
  await expect.poll(decorated, WAIT).toEqual({
    passage: "Blood pressure did not change in either group.",
    conflict: "not change",
  });
  await session.window.page.keyboard.press("Control+Home");
  const lens = session.window.page.locator(".editor-group-container.active .codelens-decoration");
  await expect
    .poll(() => lens.allInnerTexts(), WAIT)
    .toContainEqual(expect.stringContaining("Open evening-walks.pdf"));
  await session.window.tab("evening-walks").waitFor();
});

test("a passage of a text source is opened at its exact place", async () => {
  const claims = view(session.window, "Claims");
  const claim = row(claims, "The walkers in Leeds gained 39 minutes");
  await claim.click();
  await expect.poll(selected, WAIT).toMatch(/^The walkers in Leeds gained 39 minutes/);
  await claim.click();
  await session.window.tab("clinics.csv").waitFor();
  await expect.poll(decorated, WAIT).toEqual({
    passage: expect.stringContaining("Leeds") as unknown,
    conflict: expect.stringContaining("33") as unknown,
  });
  await session.window.statusItem("Ln 5, Col 1").waitFor();
});
