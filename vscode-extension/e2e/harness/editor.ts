// What stands in the editor, read off the screen: squiggles, decorations, hovers, quick fixes.

import type { Locator, Page } from "playwright-core";

import { PATIENCE, type Workbench } from "./workbench";

export type Severity = "error" | "warning" | "info";

/** A place on the screen, and the text that is seen there. */
export interface Marked {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Whether it has a background of its own. */
  readonly filled: boolean;
}

/** The texts under the squiggles of `severity`, one for each line of the screen, from the top. */
export function squiggles(window: Workbench, severity: Severity): Promise<Marked[]> {
  return marked(window.page, `.view-overlays .squiggly-${severity}`);
}

/** The texts under the elements at `selector`, from the top; those of no width are left out. */
export function marked(page: Page, selector: string): Promise<Marked[]> {
  return page.evaluate((wanted) => {
    const editor = document.querySelector(".editor-group-container.active .monaco-editor");
    if (editor === null) {
      return [];
    }
    const characters: { text: string; x: number; y: number }[] = [];
    const lines = document.createTreeWalker(
      editor.querySelector(".view-lines") ?? editor,
      NodeFilter.SHOW_TEXT,
    );
    for (let node = lines.nextNode(); node !== null; node = lines.nextNode()) {
      const text = node.textContent ?? "";
      for (let index = 0; index < text.length; index++) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const box = range.getBoundingClientRect();
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        characters.push({ text: text.charAt(index).replace("\u00a0", " "), x, y });
      }
    }
    const found: { text: string; x: number; y: number; filled: boolean }[] = [];
    for (const element of editor.querySelectorAll(wanted)) {
      const box = element.getBoundingClientRect();
      if (box.width === 0) {
        continue;
      }
      const under = characters.filter(
        ({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom,
      );
      found.push({
        text: under.map(({ text }) => text).join(""),
        x: (box.left + box.right) / 2,
        y: (box.top + box.bottom) / 2,
        filled: getComputedStyle(element).backgroundColor !== "rgba(0, 0, 0, 0)",
      });
    }
    return found.sort((one, other) => one.y - other.y || one.x - other.x);
  }, selector);
}

/** The place of `text` in the lines that are on the screen. */
export async function placeOf(window: Workbench, text: string): Promise<{ x: number; y: number }> {
  const place = await window.page.evaluate((wanted) => {
    for (const line of document.querySelectorAll(
      ".editor-group-container.active .monaco-editor .view-line",
    )) {
      const nodes: { node: Node; from: number }[] = [];
      let whole = "";
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        nodes.push({ node, from: whole.length });
        whole += (node.textContent ?? "").replaceAll("\u00a0", " ");
      }
      const start = whole.indexOf(wanted);
      if (start >= 0) {
        const middle = start + Math.floor(wanted.length / 2);
        const at = nodes.filter(({ from }) => from <= middle).at(-1);
        if (at !== undefined) {
          const range = document.createRange();
          range.setStart(at.node, middle - at.from);
          range.setEnd(at.node, middle - at.from + 1);
          const box = range.getBoundingClientRect();
          return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
        }
      }
    }
    return undefined;
  }, text);
  if (place === undefined) {
    throw new Error(`“${text}” is not on the screen`);
  }
  return place;
}

/** Rest the mouse on `text`; gives the hover that opens. */
export async function hoverOver(window: Workbench, text: string): Promise<Locator> {
  await closeHover(window);
  const { x, y } = await placeOf(window, text);
  await window.page.mouse.move(x, y, { steps: 4 });
  const hover = window.page.locator(".monaco-editor .monaco-hover:not(.hidden)", {
    has: window.page.locator(".hover-row"),
  });
  await hover.first().waitFor();
  return hover.first();
}

/** Take the mouse out of the editor, until no hover is left. */
export async function closeHover(window: Workbench): Promise<void> {
  await window.parkMouse();
  await window.page
    .locator(".monaco-editor .monaco-hover:not(.hidden) .hover-row")
    .first()
    .waitFor({ state: "hidden" });
}

/** Put the cursor on `text` with a click. */
export async function clickOn(window: Workbench, text: string): Promise<void> {
  const { x, y } = await placeOf(window, text);
  await window.page.mouse.click(x, y);
}

/** Open the light bulb's menu on `text`; gives its entries. */
export async function openLightBulb(window: Workbench, text: string): Promise<Locator> {
  await clickOn(window, text);
  const entries = window.page.locator(".action-widget .monaco-list-row.action");
  const nothing = window.page.locator(".monaco-editor-overlaymessage");
  for (const until = Date.now() + PATIENCE; Date.now() < until;) {
    await window.page.keyboard.press("Control+.");
    await entries.or(nothing).first().waitFor();
    if (await entries.first().isVisible()) {
      return entries;
    }
    // The editor says so too while the server has not yet seen the cursor's place.
    await window.page.keyboard.press("Escape");
    await nothing.waitFor({ state: "hidden" });
  }
  throw new Error(`there is no light bulb at “${text}”`);
}

/** Choose the entry of the light bulb's menu that contains `text`. */
export async function choose(entries: Locator, text: string): Promise<void> {
  const entry = entries.filter({ hasText: text }).first();
  // The menu takes clicks only once the mouse has moved over it.
  await entry.hover({ force: true });
  await entry.click();
}

/** Select the first `text` in the file and type `replacement` over it. */
export async function typeOver(
  window: Workbench,
  text: string,
  replacement: string,
): Promise<void> {
  const keyboard = window.page.keyboard;
  await closeHover(window);
  await clickOn(window, text);
  await keyboard.press("Control+Home");
  await keyboard.press("Control+F");
  const find = window.page.locator(".find-widget.visible .find-part textarea");
  await find.fill(text);
  await window.page.locator(".find-widget .matchesCount", { hasText: /^1 of / }).waitFor();
  await keyboard.press("Escape");
  await keyboard.insertText(replacement);
}

export async function save(window: Workbench): Promise<void> {
  await window.page.keyboard.press("Control+S");
  await window.page.locator(".tabs-container .tab.active:not(.dirty)").waitFor();
}
