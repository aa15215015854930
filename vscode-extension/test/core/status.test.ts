import { describe, expect, it } from "vitest";

import type { ServerState } from "../../src/core/serverState";
import { statusOf } from "../../src/core/status";
import { claim, report, source } from "./reports";

const RUNNING: ServerState = { kind: "running", version: "1.0.0" };

const QUARTER = [
  claim({ verdict: "contradicted" }),
  claim({ verdict: "contradicted" }),
  claim({ verdict: "unsupported" }),
  claim(),
];

describe("the status of a checked report", () => {
  it("counts what is wrong, the worst first", () => {
    const status = statusOf(RUNNING, report({ claims: QUARTER }));
    expect(status.text).toBe("LLMFeeder: 2 contradicted, 1 unsupported");
    expect(status.command).toBe("llmfeeder.claims.focus");
    expect(status.tooltip).toContain("4 claims: 1 supported, 0 partial");
  });

  it("leaves dismissed findings out, and says how many there are", () => {
    const dismissed = claim({ verdict: "unsupported", dismissed: "checked by hand" });
    const status = statusOf(RUNNING, report({ claims: [dismissed, claim()] }));
    expect(status.text).toBe("LLMFeeder: nothing to mend");
    expect(status.tooltip).toContain("1 dismissed");
  });

  it("says that the report was edited since", () => {
    const status = statusOf(RUNNING, report({ claims: QUARTER, current: false }));
    expect(status.text).toBe("LLMFeeder: 2 contradicted, 1 unsupported (edited since)");
  });

  it("mentions sources that could not be read", () => {
    const sources = [source(), source({ id: "scan.pdf", state: "unreadable" })];
    const status = statusOf(RUNNING, report({ claims: QUARTER, sources }));
    expect(status.tooltip).toContain("1 source could not be read");
  });

  it("spins while a slower judge is at work", () => {
    const status = statusOf(RUNNING, report({ claims: QUARTER, refining: true }));
    expect(status.text).toBe("$(sync~spin) LLMFeeder: 2 contradicted, 1 unsupported");
  });

  it("shows that claims are sent to a remote judge, and to which", () => {
    const remote = {
      judge: "hybrid",
      provider: "openai",
      model: "m-1",
      host: "api.example.org",
      local: false,
    } as const;
    const status = statusOf(RUNNING, report({ claims: QUARTER, remote }));
    expect(status.text).toBe("$(cloud) LLMFeeder: 2 contradicted, 1 unsupported");
    expect(status.tooltip).toContain("Claims are sent to m-1 at api.example.org.");
    const local = statusOf(RUNNING, report({ remote: { ...remote, local: true } }));
    expect(local.tooltip).toContain("Claims are sent to m-1 at api.example.org, on this machine.");
  });
});

describe("what was not checked never looks like no problems", () => {
  it.each([
    [report({ phase: "running" }), "$(sync~spin) LLMFeeder: checking"],
    [report({ phase: "waiting" }), "$(sync~spin) LLMFeeder: checking"],
    [report({ phase: "none" }), "$(info) LLMFeeder: no sources folder"],
    [
      report({ phase: "failed", note: "llmfeeder.toml has errors" }),
      "$(warning) LLMFeeder: not checked",
    ],
    [report({ phase: "stopped" }), "$(warning) LLMFeeder: not checked"],
    [report({ outcome: "no sources" }), "$(warning) LLMFeeder: not checked, no readable source"],
    [report({ outcome: "no claims" }), "LLMFeeder: no claims"],
    [null, "$(sync~spin) LLMFeeder: checking"],
  ])("%#: %s", (state, text) => {
    expect(statusOf(RUNNING, state).text).toBe(text);
  });

  it("gives the reason, and the way out", () => {
    const failed = statusOf(
      RUNNING,
      report({ phase: "failed", note: "llmfeeder.toml has errors" }),
    );
    expect(failed.tooltip).toBe("llmfeeder.toml has errors");
    expect(statusOf(RUNNING, report({ phase: "none" })).command).toBe("llmfeeder.chooseSources");
    expect(statusOf(RUNNING, report({ phase: "stopped" })).command).toBe("llmfeeder.checkFile");
    expect(statusOf(RUNNING, report({ outcome: "no sources" })).command).toBe(
      "llmfeeder.sources.focus",
    );
  });
});

describe("the status where no server runs", () => {
  it.each<[ServerState, string, string]>([
    [{ kind: "idle" }, "$(info) LLMFeeder: no sources folder", "llmfeeder.chooseSources"],
    [{ kind: "starting" }, "$(sync~spin) LLMFeeder: starting", "llmfeeder.showOutput"],
    [{ kind: "installing" }, "$(sync~spin) LLMFeeder: installing", "llmfeeder.showOutput"],
    [{ kind: "missing" }, "$(warning) LLMFeeder: not installed", "llmfeeder.installServer"],
    [{ kind: "failed", reason: "no module" }, "$(error) LLMFeeder: error", "llmfeeder.showOutput"],
  ])("%o", (server, text, command) => {
    const status = statusOf(server, null);
    expect([status.text, status.command]).toEqual([text, command]);
  });

  it("gives the server's own words", () => {
    expect(statusOf({ kind: "failed", reason: "no module" }, null).tooltip).toContain("no module");
  });
});
