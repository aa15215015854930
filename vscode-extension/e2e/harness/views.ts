// The side bar's views, the panel below and the notifications.

import { errors, type Locator } from "playwright-core";

import { escape, PATIENCE, type Workbench } from "./workbench";

/** How long a notification stays before it moves into the list. */
const POPUP_MILLISECONDS = 15_000;

/** A row of a tree as it is read: how deep it stands, its name, and what stands behind that. */
export interface Row {
  readonly depth: number;
  readonly label: string;
  readonly description: string;
}

/** The view with that title in the extension's side bar. */
export function view(window: Workbench, title: string): Locator {
  return window.page.locator(".sidebar .pane", {
    has: window.page.locator(".pane-header .title", {
      hasText: new RegExp(`^${escape(title)}$`, "i"),
    }),
  });
}

/** Show the extension's side bar with a click on its icon. */
export async function showViews(window: Workbench): Promise<void> {
  const claims = view(window, "Claims");
  if (!(await claims.isVisible())) {
    const icon = window.page.locator(".action-label[aria-label^='LLMFeeder']");
    await window.page.locator(".activitybar .action-item", { has: icon }).click();
    await claims.waitFor();
  }
}

/** The rows of a view that are on the screen. */
export function rowsOf(tree: Locator): Promise<Row[]> {
  return tree.locator(".monaco-list-row").evaluateAll((rows) =>
    rows
      .map((row) => ({
        top: row.getBoundingClientRect().top,
        depth: Number(row.getAttribute("aria-level")),
        label: row.querySelector(".label-name")?.textContent ?? "",
        description: row.querySelector(".label-description")?.textContent ?? "",
      }))
      .sort((one, other) => one.top - other.top)
      .map(({ depth, label, description }) => ({ depth, label, description })),
  );
}

/** The row that contains `text`. */
export function row(tree: Locator, text: string): Locator {
  return tree.locator(".monaco-list-row", { hasText: text }).first();
}

/** Open the Problems panel; gives its rows: files, their problems, and the places these point to. */
export async function openProblems(window: Workbench): Promise<Locator> {
  const rows = window.page.locator(".markers-panel-container .monaco-list-row");
  if (!(await rows.first().isVisible())) {
    await window.page.locator("[id='status.problems']").click();
  }
  await rows.first().waitFor();
  return rows;
}

export async function closePanel(window: Workbench): Promise<void> {
  await window.page
    .locator(".part.panel .global-actions .action-label[aria-label^='Hide']")
    .click();
}

/** Wait for the notification that contains `text`: as it pops up, or in the list of all of them. */
export async function notification(window: Workbench, text: string | RegExp): Promise<Locator> {
  const found = window.page.locator(".notification-list-item", { hasText: text }).first();
  const list = window.page.locator(".notifications-center.visible");
  for (const until = Date.now() + PATIENCE; Date.now() < until;) {
    try {
      await found.waitFor({ timeout: POPUP_MILLISECONDS });
      return found;
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) {
        throw error;
      }
    }
    if (!(await list.isVisible())) {
      await window.page.locator("[id='status.notifications']").click();
    }
  }
  throw new Error(`no notification says ${String(text)}`);
}

/** Press a button of a notification. */
export async function press(notified: Locator, button: string): Promise<void> {
  await notified.locator(".monaco-button", { hasText: button }).click();
}

/** Dismiss all notifications. */
export async function clearNotifications(window: Workbench): Promise<void> {
  await window.command("Notifications: Clear All Notifications");
  await window.page.locator(".notification-list-item").first().waitFor({
    state: "hidden",
  });
}
