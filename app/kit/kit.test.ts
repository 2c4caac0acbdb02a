import { readFile } from "node:fs/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { toolDefinitions } from "@/lib/contract/kit/tool-definitions";
import { DEFINITIONS } from "@/lib/action-types/registry";
import type { Person } from "@/lib/core/access/principal";
import type { Gateway } from "@/lib/gateway/context";
import { IN_APP_AGENT } from "@/lib/gateway/access/agents/in-app-agent";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { TOOLS, callTool } from "./call-tool";
import * as proposeActions from "./propose";
import { TOOL_EXAMPLES } from "./testing/examples";

/** The signed-in person and the headers of the call. The rest is real: verbs, Postgres, the simulated account. */
const request = vi.hoisted(() => ({
  person: null as Person | null,
  headers: new Headers(),
  gateway: null as Gateway | null,
}));
vi.mock("next/headers", () => ({ headers: async () => request.headers }));
vi.mock("@/lib/auth/session/session", () => ({ currentPerson: async () => request.person }));
vi.mock("@/lib/gateway/context", async (original) => ({
  ...(await original<typeof import("@/lib/gateway/context")>()),
  getGateway: () => request.gateway,
}));

const origin = "http://countersign.test:3000";
process.env.NEXTAUTH_URL = origin;
const world = await useWorld();
const { owner, approver } = world;
request.gateway = world.gateway;
await world.home.agent(IN_APP_AGENT);
beforeEach(() => {
  request.person = approver;
  request.headers = new Headers({ origin, host: "countersign.test:3000" });
});

let calls = 0;
const call = (more: Record<string, unknown> = {}) => ({ idempotencyKey: `call-${(calls += 1)}`, ...more });
/** The proposal that a tool made. */
const proposed = async (...[name, input, answerTo]: Parameters<typeof callTool>) => {
  const answer = await callTool(name, input, answerTo);
  if (!answer.ok || !("proposal" in answer)) throw new Error(JSON.stringify(answer));
  return answer.proposal;
};
const camel = (name: string) => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

describe("the kit is complete", () => {
  test("every action type has exactly one tool with a server action of its name, and no tool is of another type", () => {
    const names = DEFINITIONS.map(({ tool }) => tool.name);
    expect(new Set(names).size).toBe(names.length);
    const actions = Object.entries(proposeActions);
    expect(actions.map(([name]) => name).sort()).toEqual(names.map(camel).sort());
    for (const name of names)
      expect(TOOLS.get(name), name).toBe(actions.find(([action]) => action === camel(name))![1]);
    expect([...TOOLS.keys()].sort()).toEqual(
      toolDefinitions()
        .map(({ name }) => name)
        .sort(),
    );
  });

  test("a model is offered each tool with a plain JSON Schema, and nothing that the caller has to say", () => {
    const tools = toolDefinitions();
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    for (const { name, description, inputSchema } of tools) {
      expect(name).toMatch(/^[a-z_]{1,64}$/);
      expect(description.length).toBeGreaterThan(30);
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      const properties = inputSchema.properties as Record<string, { description?: string }>;
      for (const [word, schema] of Object.entries(properties)) {
        if (word !== "limit") expect(schema.description, `${name}.${word}`).toBeTruthy();
      }
      expect(Object.keys(properties)).not.toContain("idempotencyKey");
      expect(JSON.parse(JSON.stringify(inputSchema))).toEqual(inputSchema);
    }
    for (const { name, words } of DEFINITIONS.map(({ tool }) => tool)) {
      const { inputSchema } = tools.find((tool) => tool.name === name)!;
      const offered = Object.keys(inputSchema.properties as object).filter(
        (word) => !["reason", "evidence"].includes(word),
      );
      expect(offered.sort(), name).toEqual(Object.keys(words).sort());
      expect(inputSchema.required ?? []).not.toContain("reason");
    }
  });

  test.each(Object.entries(TOOL_EXAMPLES))("%s: the gateway accepts what it means", async (name, input) => {
    const answer = await callTool(
      name,
      { ...input, reason: "As the mail of Monday says.", evidence: ["Quality report QR-118"] },
      call({ conversationRef: "c-1", model: "some-model" }),
    );
    expect(answer).toMatchObject({ ok: true, created: true, proposal: { status: "pending" } });
    if (!answer.ok || !("proposal" in answer)) throw new Error("not proposed");
    const [row] = await owner<Record<string, unknown>[]>`
      SELECT action_type, on_behalf_of_user_id, conversation_ref, model, reason, facts_read_at
      FROM proposed_actions WHERE id = ${answer.proposal.id}`;
    expect(row).toMatchObject({
      action_type: DEFINITIONS.find(({ tool }) => tool.name === name)!.type,
      on_behalf_of_user_id: approver.userId,
      conversation_ref: "c-1",
      model: "some-model",
      reason: "As the mail of Monday says.",
      facts_read_at: expect.any(Date),
    });
    // Some tools mean the same field of the same record, of which one value may wait at a time.
    expect(await callTool("withdraw_proposal", { id: answer.proposal.id }, call())).toMatchObject({
      ok: true,
    });
  });

  test("the document has a row for each tool, with its type and all its words", async () => {
    const rows = (await readFile("docs/server-action-kit.md", "utf8")).split("\n");
    for (const { name, inputSchema } of toolDefinitions()) {
      const row = rows.find((line) => line.startsWith(`| \`${name}\``));
      const definition = DEFINITIONS.find(({ tool }) => tool.name === name);
      const required = (inputSchema.required ?? []) as string[];
      const words = Object.keys(inputSchema.properties as object).filter(
        (word) => !["reason", "evidence"].includes(word),
      );
      if (definition) expect(row, name).toContain(`\`${definition.type}\``);
      for (const word of words)
        expect(row, name).toContain(`\`${word}\`${required.includes(word) ? "" : "?"}`);
    }
  });

  test("no tool approves anything", () => {
    const names = toolDefinitions().map(({ name }) => name);
    expect(
      names.filter(
        (name) => !/^(propose_|wait_for_decision$|withdraw_proposal$|list_my_proposals$)/.test(name),
      ),
    ).toEqual([]);
  });
});

describe("a tool is refused", () => {
  const note = { customer: "Coastal Pantry", note: "A note" };
  const refusal = async (name: string, input: unknown, more: Record<string, unknown> = {}) => {
    const answer = await callTool(name, input, call(more));
    if (answer.ok) throw new Error("it was not refused");
    return answer.problem;
  };

  test.each(Object.keys(TOOL_EXAMPLES))("%s: where nobody is signed in", async (name) => {
    request.person = null;
    expect(await refusal(name, TOOL_EXAMPLES[name])).toMatchObject({ status: 401, code: "unauthenticated" });
  });

  test.each(["https://elsewhere.example", "null", null])("where the call comes from %s", async (from) => {
    request.headers = new Headers({ host: "countersign.test:3000", ...(from ? { origin: from } : {}) });
    for (const name of [...Object.keys(TOOL_EXAMPLES), "withdraw_proposal", "list_my_proposals"])
      expect(await refusal(name, { ...TOOL_EXAMPLES[name] })).toMatchObject({ code: "origin_refused" });
  });

  test("where the tenant's in-app agent was revoked, but what it proposed can still be read", async () => {
    const { id } = await proposed("propose_ar_note", note, call({ conversationRef: "c-revoked" }));
    await owner`UPDATE agents SET revoked_at = now() WHERE name = ${IN_APP_AGENT}`;
    try {
      expect(await refusal("propose_ar_note", note)).toMatchObject({ status: 403, code: "not_allowed" });
      expect(await refusal("withdraw_proposal", { id })).toMatchObject({ code: "not_allowed" });
      const read = await callTool("wait_for_decision", { id, waitSeconds: 0 }, call());
      expect(read).toMatchObject({ ok: true, proposal: { id, status: "pending" } });
      const listed = await callTool("list_my_proposals", { conversationRef: "c-revoked" }, call());
      expect(listed).toMatchObject({ ok: true, proposals: [{ proposal: { id } }] });
    } finally {
      await owner`UPDATE agents SET revoked_at = NULL WHERE name = ${IN_APP_AGENT}`;
    }
  });

  test("where the agent's limits, which everybody's tools share, are reached", async () => {
    const limit = (perMinute: number, pending: number) => owner`
      UPDATE agents SET proposals_per_minute_max = ${perMinute}, pending_max = ${pending} WHERE name = ${IN_APP_AGENT}`;
    try {
      await limit(1, 100_000);
      // The one try that the new limit leaves.
      await callTool("propose_ar_note", note, call());
      expect(await refusal("propose_ar_note", note)).toMatchObject({ status: 429, code: "rate_limited" });
      await limit(100_000, 1);
      expect(await refusal("propose_ar_note", note)).toMatchObject({ status: 429, code: "too_many_pending" });
    } finally {
      await limit(100_000, 100_000);
    }
  });

  test("where the tool does not exist, or its input is no object", async () => {
    expect(await refusal("approve_proposal", {})).toMatchObject({ code: "not_found" });
    expect(await refusal("toString", {})).toMatchObject({ code: "not_found" });
    const { errors } = await refusal("propose_ar_note", "a note, please");
    expect(errors!.map(({ path }) => path)).toEqual(["customer", "note"]);
  });

  test("with an idempotency key that is none", async () => {
    const answer = await callTool("propose_ar_note", note, { idempotencyKey: "two words" });
    expect(answer).toMatchObject({
      problem: { code: "validation_failed", errors: [{ path: "idempotencyKey" }] },
    });
  });
});

describe("a complaint uses the tool's own words", () => {
  const cases: [name: string, change: Record<string, unknown>, code: string, word: string][] = [
    ["propose_price_change", { to: "two dollars" }, "validation_failed", "to"],
    ["propose_price_change", { to: 1e15 }, "validation_failed", "to"],
    ["propose_price_change", { from: "1.40" }, "from_mismatch", "from"],
    ["propose_price_change", { sku: "99999" }, "record_missing", "sku"],
    ["propose_price_change", { price: "1.48" }, "validation_failed", "price"],
    ["propose_order_line_price", { orderNumber: "SO-1" }, "record_missing", "orderNumber"],
    ["propose_order_line_price", { from: "1" }, "from_mismatch", "from"],
    ["propose_inventory_adjustment", { by: 0 }, "validation_failed", "by"],
    ["propose_inventory_adjustment", { onHand: "1" }, "from_mismatch", "onHand"],
    ["propose_inventory_adjustment", { location: "  " }, "validation_failed", "location"],
    ["propose_customer_price", { customer: "Nobody Ltd" }, "record_missing", "sku"],
    ["propose_customer_price", { customer: undefined }, "validation_failed", "customer"],
    ["propose_list_price", { quantityBreak: -1 }, "validation_failed", "quantityBreak"],
    ["propose_list_price", { from: "9" }, "from_mismatch", "from"],
    ["propose_vendor_cost", { from: "9" }, "from_mismatch", "from"],
    ["propose_assembly_build", { date: "tomorrow" }, "validation_failed", "date"],
    ["propose_assembly_build", { quantity: 0 }, "validation_failed", "quantity"],
    ["propose_bom_change", { yieldPercent: 0 }, "validation_failed", "yieldPercent"],
    ["propose_bom_change", { yieldFrom: "9" }, "from_mismatch", "yieldFrom"],
    ["propose_bom_change", { quantity: undefined, yieldPercent: undefined }, "validation_failed", "changes"],
    ["propose_credit_limit", { customer: "Nobody Ltd" }, "record_missing", "customer"],
    ["propose_credit_limit", { to: undefined }, "validation_failed", "to"],
    ["propose_credit_revocation", { from: "5" }, "from_mismatch", "from"],
    ["propose_credit_revocation", { to: "1" }, "validation_failed", "to"],
    ["propose_ar_note", { note: "" }, "validation_failed", "note"],
    ["propose_ar_note", { note: "x".repeat(2_001) }, "validation_failed", "note"],
    ["propose_note_attachment", { attachTo: "vendor" }, "validation_failed", "attachTo"],
    ["propose_note_attachment", { reference: "SO-1" }, "record_missing", "reference"],
  ];
  test.each(cases)("%s with %j: %s at %s", async (name, change, code, word) => {
    const answer = await callTool(name, { ...TOOL_EXAMPLES[name], ...change }, call());
    expect(answer).toMatchObject({ ok: false, problem: { code, errors: [{ path: word }] } });
  });

  test("a value that moved is answered with the live one", async () => {
    const input = { ...TOOL_EXAMPLES.propose_price_change, from: "1.40" };
    const answer = await callTool("propose_price_change", input, call());
    expect(answer).toMatchObject({ problem: { live: [{ field: "price", value: "1.42" }] } });
  });

  test("no word of a tool looks like a path of the gateway's", () => {
    for (const { words } of DEFINITIONS.map(({ tool }) => tool))
      for (const word of Object.keys(words)) expect(word).toMatch(/^(?!reason$|evidence$)[a-z][A-Za-z]*$/);
  });
});

describe("after proposing", () => {
  const propose = (text: string, more: Record<string, unknown> = {}) =>
    proposed("propose_ar_note", { customer: "Coastal Pantry", note: text }, call(more));

  test("a model cannot choose the key, the conversation or its own name", async () => {
    const input = {
      customer: "Coastal Pantry",
      note: "Mine",
      idempotencyKey: "k",
      conversationRef: "c",
      model: "m",
    };
    const { id } = await proposed("propose_ar_note", input, { idempotencyKey: "the-call" });
    const [row] = await owner`
      SELECT idempotency_key, conversation_ref, model FROM proposed_actions WHERE id = ${id}`;
    expect(row).toEqual({
      idempotency_key: `u${approver.userId}-the-call`,
      conversation_ref: null,
      model: null,
    });
  });

  test("waiting answers at the decision, with who decided and why", async () => {
    const proposal = await propose("To be rejected");
    const waiting = callTool("wait_for_decision", { id: proposal.id, waitSeconds: 30 }, call());
    await world.decide(world.approver, proposal, { decision: "reject", comment: "At most 1.45" });
    expect(await waiting).toMatchObject({
      ok: true,
      proposal: { status: "rejected", decided_by: "Ana", comment: "At most 1.45" },
    });
  });

  test("a wait is bounded, and not longer than the gateway lets anybody wait", async () => {
    const { id } = await propose("Nobody decides this");
    const answer = await callTool("wait_for_decision", { id, waitSeconds: 1 }, call());
    expect(answer).toMatchObject({ ok: true, proposal: { status: "pending" } });
    const long = await callTool("wait_for_decision", { id, waitSeconds: 56 }, call());
    expect(long).toMatchObject({ problem: { errors: [{ path: "waitSeconds" }] } });
  });

  test("withdrawing takes it back once, and not after a decision", async () => {
    const { id } = await propose("On second thoughts");
    const withdrawn = await callTool("withdraw_proposal", { id }, call());
    expect(withdrawn).toMatchObject({ ok: true, proposal: { status: "cancelled" } });
    const decided = await propose("Decided");
    await world.decide(world.approver, decided, { decision: "reject" });
    const late = await callTool("withdraw_proposal", { id: decided.id }, call());
    expect(late).toMatchObject({ problem: { status: 409, code: "not_withdrawable" } });
  });

  test("a list holds one conversation, newest first, with the keys of the calls", async () => {
    const first = await propose("First", { conversationRef: "c-list", idempotencyKey: "c-list:1" });
    const second = await propose("Second", { conversationRef: "c-list", idempotencyKey: "c-list:2" });
    const answer = await callTool("list_my_proposals", { conversationRef: "c-list" }, call());
    if (!answer.ok || !("proposals" in answer)) throw new Error("no list");
    expect(answer.proposals.map(({ proposal, idempotency_key }) => [proposal.id, idempotency_key])).toEqual([
      [second.id, "c-list:2"],
      [first.id, "c-list:1"],
    ]);
    expect(answer.proposals[0]!.action).toMatchObject({ status: "pending", on_behalf_of: "Ana" });
  });

  test("nobody reads, lists or withdraws what tools proposed for somebody else, or what other agents proposed", async () => {
    const { id } = await propose("Vera's", { conversationRef: "c-vera" });
    const { proposal: agents } = await world.propose({
      action_type: "ar_note",
      entity_type: "customer",
      entity_ref: "Coastal Pantry",
      changes: [{ field: "note", to: "An agent's own" }],
    });
    request.person = world.admin;
    for (const other of [id, agents.id]) {
      for (const name of ["wait_for_decision", "withdraw_proposal"]) {
        const answer = await callTool(name, { id: other }, call());
        expect(answer).toMatchObject({ problem: { status: 404, code: "not_found" } });
      }
    }
    const listed = await callTool("list_my_proposals", { conversationRef: "c-vera" }, call());
    expect(listed).toEqual({ ok: true, proposals: [] });
  });
});
