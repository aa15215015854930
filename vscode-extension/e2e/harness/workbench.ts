// The window of VS Code, as somebody sits before it: keys, clicks, and what can be read.

import { chromium, type Browser, type Locator, type Page } from "playwright-core";

import type { CodeServer } from "./codeServer";
import { required } from "./environment";

/** How long something that a person waits for may take, on a busy machine with two processors. */
export const PATIENCE = 120_000;
/** How often it is looked whether it has happened. */
export const WAIT = { timeout: PATIENCE, interval: 250 };

/** The window gives its extension host up after a minute; then it is opened anew, this often. */
const TRIES = 3;

const BROWSER = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update"],
];

export interface WindowOptions {
  readonly server: CodeServer;
  readonly width?: number;
  readonly height?: number;
  /** Pixels of the picture for each pixel of the layout. */
  readonly sharpness?: number;
}

export class Workbench {
  private constructor(
    private readonly browser: Browser,
    readonly page: Page,
  ) {}

  static async open(options: WindowOptions): Promise<Workbench> {
    const browser = await chromium.launch({
      executablePath: required("E2E_CHROMIUM"),
      args: BROWSER,
    });
    const context = await browser.newContext({
      viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
      deviceScaleFactor: options.sharpness ?? 1,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const window = new Workbench(browser, page);
    await window.load(options.server);
    return window;
  }

  /** Open the window, and wait until its extensions run. */
  private async load(server: CodeServer): Promise<void> {
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const opened = Date.now();
      await this.page.goto(server.url, { waitUntil: "domcontentloaded" });
      await this.page.locator(".monaco-workbench .statusbar-item").first().waitFor();
      const until = Date.now() + PATIENCE;
      while (Date.now() < until) {
        if (server.hostIsUp(opened)) {
          return;
        }
        await this.page.waitForTimeout(250);
      }
    }
    throw new Error("the extension host did not come up");
  }

  /** Take the mouse to where nothing answers to it: the middle of the status bar. */
  async parkMouse(): Promise<void> {
    const { width, height } = this.page.viewportSize() ?? { width: 0, height: 0 };
    await this.page.mouse.move(width / 2, height - 4);
  }

  async close(): Promise<void> {
    await this.browser.close();
  }

  /** Run a command of the palette by its full title. */
  async command(title: string): Promise<void> {
    await this.page.keyboard.press("F1");
    const input = this.page.locator(".quick-input-widget input");
    await input.fill(`>${title}`);
    await this.pick(title);
  }

  /** Choose the entry `label` of the open list. */
  async pick(label: string): Promise<void> {
    const row = this.quickInput.locator(".monaco-list-row", {
      has: this.page.locator(".label-name", { hasText: new RegExp(`^${escape(label)}$`) }),
    });
    await row.first().click();
  }

  get quickInput(): Locator {
    return this.page.locator(".quick-input-widget");
  }

  /** Open a file at the top of the workspace, from the explorer. */
  async openFile(name: string): Promise<void> {
    const tree = this.page.locator(".explorer-folders-view");
    if (!(await tree.isVisible())) {
      await this.page.keyboard.press("Control+Shift+E");
    }
    await tree.locator(".monaco-list-row", { hasText: name }).dblclick();
    await this.tab(name).waitFor();
    await this.editor.locator(".view-line").first().waitFor();
  }

  tab(name: string): Locator {
    return this.page.locator(".tabs-container .tab.active", { hasText: name });
  }

  get editor(): Locator {
    return this.page
      .locator(".editor-group-container.active .editor-instance .monaco-editor")
      .first();
  }

  /** The messages at the lower right corner. */
  get notifications(): Locator {
    return this.page.locator(".notifications-toasts .notification-list-item");
  }

  statusItem(text: string | RegExp): Locator {
    return this.page.locator(".statusbar-item", { hasText: text });
  }
}

export function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
