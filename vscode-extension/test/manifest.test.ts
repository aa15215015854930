// The manifest holds together: what it refers to exists, here or in the code.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

interface Manifest {
  readonly icon: string;
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly views: Readonly<
      Record<string, readonly { readonly id: string; readonly icon: string }[]>
    >;
    readonly viewsContainers: { readonly activitybar: readonly { readonly icon: string }[] };
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly media: { readonly markdown: string } }[];
    }[];
  };
}

const root = process.cwd();
const text = readFileSync(join(root, "package.json"), "utf8");
const { icon, activationEvents, contributes } = JSON.parse(text) as Manifest;
const code = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(root, "src", name), "utf8"))
  .join("\n");
const situations = readFileSync(join(root, "src/core/situation.ts"), "utf8");
const commands = contributes.commands.map(({ command }) => command);
const views = Object.values(contributes.views).flat();

describe("the manifest", () => {
  it("refers to commands that it contributes", () => {
    const named = [...text.matchAll(/(?:"command": "|command:|onCommand:)(llmfeeder\.[\w.]+)/g)];
    const focus = views.map(({ id }) => `${id}.focus`);
    expect(named.length).toBeGreaterThan(20);
    for (const [, name] of named) {
      expect([...commands, ...focus]).toContain(name);
    }
  });

  it.each(commands)("contributes %s, which the code registers", (command) => {
    const name = command.replace("llmfeeder.", "");
    expect(code).toMatch(new RegExp(`"${command}"|^\\s+${name}: `, "m"));
  });

  it("knows every situation that the views speak of", () => {
    const named = [...text.matchAll(/llmfeeder\.situation == (\w+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(0);
    const known = [...situations.matchAll(/return "(\w+)"|"(\w+)" : "(\w+)"/g)].flat();
    for (const name of named) {
      expect(known).toContain(name);
    }
  });

  it("refers to files that exist", () => {
    const files = [
      icon,
      ...views.map((view) => view.icon),
      ...contributes.viewsContainers.activitybar.map((container) => container.icon),
      ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown)),
    ];
    for (const file of files) {
      expect(existsSync(join(root, file)), file).toBe(true);
    }
  });

  it("wakes the extension with Markdown or a settings file alone", () => {
    expect(activationEvents).not.toContain("*");
    expect(activationEvents).not.toContain("onStartupFinished");
    for (const event of activationEvents) {
      expect(event).toMatch(/^onLanguage:|^workspaceContains:llmfeeder\.toml$/);
    }
  });
});
