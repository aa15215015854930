import { describe, expect, it } from "vitest";

import { chooseServer, type Facts } from "../../src/core/choice";
import type { Probe } from "../../src/core/interpreter";

const FACTS: Facts = {
  serverPath: "",
  selected: "/selected/python",
  interpreter: "/set/python",
  owned: "/owned/python",
  trusted: true,
};

function having(versions: Record<string, string | null>) {
  const asked: string[] = [];
  const ask = (python: string): Promise<Probe | undefined> => {
    asked.push(python);
    const llmfeeder = versions[python];
    return Promise.resolve(
      llmfeeder === undefined ? undefined : { python: "3.12.1", llmfeeder, venv: true },
    );
  };
  return { ask, asked };
}

describe("the choice of the server", () => {
  it("is the command that the user set, without asking any interpreter", async () => {
    const { ask, asked } = having({});
    const choice = await chooseServer({ ...FACTS, serverPath: "/bin/llmfeeder" }, ask);
    expect(choice).toMatchObject({
      kind: "found",
      server: { command: "/bin/llmfeeder", args: ["lsp"] },
    });
    expect(asked).toEqual([]);
  });

  it("is the selected interpreter before the others", async () => {
    const { ask } = having({ "/selected/python": "1.0.0", "/owned/python": "1.0.0" });
    expect(await chooseServer(FACTS, ask)).toMatchObject({
      server: { command: "/selected/python", args: ["-m", "lsp_server"] },
    });
  });

  it("passes over interpreters without llmfeeder, or with one too old", async () => {
    const { ask, asked } = having({
      "/selected/python": null,
      "/set/python": "0.9.0",
      "/owned/python": "1.0.0",
    });
    expect(await chooseServer(FACTS, ask)).toMatchObject({ server: { command: "/owned/python" } });
    expect(asked).toEqual(["/selected/python", "/set/python", "/owned/python"]);
  });

  it("never runs what an untrusted workspace selects", async () => {
    const { ask, asked } = having({ "/selected/python": "1.0.0", "/owned/python": "1.0.0" });
    const choice = await chooseServer({ ...FACTS, trusted: false }, ask);
    expect(choice).toMatchObject({ server: { command: "/owned/python" } });
    expect(asked).not.toContain("/selected/python");
  });

  it("says why each interpreter does not serve", async () => {
    const { ask } = having({ "/set/python": null });
    const choice = await chooseServer({ ...FACTS, owned: undefined }, ask);
    expect(choice).toEqual({
      kind: "missing",
      tried: [
        "the selected Python interpreter (/selected/python): it does not run",
        "the setting llmfeeder.interpreter (/set/python): llmfeeder is not installed in it",
      ],
    });
  });
});
