import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { plain } from "./output/plain.js";
import { runWith, serve } from "./testing/run-with.js";

const folder = mkdtempSync(path.join(tmpdir(), "countersign-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let stop: () => Promise<unknown> = async () => null;
afterEach(() => stop());

async function serving(answers: Parameters<typeof serve>[0]) {
  const server = await serve(answers);
  stop = server.stop;
  return {
    ...server,
    env: { COUNTERSIGN_URL: server.url, COUNTERSIGN_AGENT_KEY: "k", COUNTERSIGN_TOKEN: "t" },
  };
}

const view = (more: object = {}) => ({
  id: 7,
  status: "pending",
  risk_level: 2,
  url: "http://c/7",
  expires_at: "",
  ...more,
});
const hash = "a".repeat(64);
const change = (more: object = {}) => ({
  id: 7,
  title: "AR note",
  sentence: "Note on Riverbend Foods",
  unshown: null,
  entity_ref: "Riverbend Foods",
  details: [],
  changes: [{ label: "Note", from: null, proposed_live: null, to: "Promised", is_difference: false }],
  impact: { cents: null, currency: "USD", basis: null },
  risk_level: 2,
  rule_words: "it is a note",
  status: "pending",
  payload_hash: hash,
  agent: "pricing",
  on_behalf_of: null,
  expires_at: "",
  approvals: 0,
  required_approvals: 1,
  requires_step_up: false,
  reason: "",
  ...more,
});
const decided = { outcome: "claimed", id: 7, status: "approved", approvals: 1, required_approvals: 1 };
const deciding = (more: object = {}) =>
  serving({
    "GET /api/proposed-actions/7": { body: change(more) },
    "POST /api/proposed-actions/7/decide": { body: decided },
    "POST /api/edit-tokens": { status: 201, body: { edit_token: "e-1", expires_at: "" } },
  });
const decisions = (received: { request: string }[]) =>
  received.filter(({ request }) => request.endsWith("/decide"));

test("words become the proposal that they mean, and options about it go along", async () => {
  const { env, received } = await serving({ "POST /api/v1/proposals": { status: 201, body: view() } });
  const words = ["--sku", "10472", "--location", "Plant 2", "--by", "-5"];
  const about = [
    "--claim",
    "3",
    "--expires",
    "600",
    "--model",
    "m",
    "--conversation",
    "c",
    "--context",
    "ticket=a=b",
  ];
  const args = [
    "propose",
    "inventory-adjustment",
    ...words,
    ...about,
    "--evidence",
    "one",
    "--evidence",
    "two",
  ];
  expect(await runWith([...args, "--idempotency-key", "k1", "--correlation", "o-7"], { env })).toMatchObject({
    code: 0,
    err: "",
  });
  expect(received[0]).toMatchObject({
    headers: { authorization: "Bearer k", "idempotency-key": "k1", "x-correlation-id": "o-7" },
    body: {
      action_type: "inventory_adjustment",
      entity_ref: "10472",
      changes: [{ field: "adjustqtyby", to: "-5" }],
      context: { location: "Plant 2", ticket: "a=b" },
      evidence: ["one", "two"],
      risk_level: 3,
      expires_in_seconds: 600,
      model: "m",
      conversation_ref: "c",
    },
  });
});

test.each([
  ["pending", null, 5],
  ["approved", null, 0],
  ["applied", null, 0],
  ["rejected", null, 3],
  ["expired", null, 4],
  ["cancelled", null, 4],
  ["superseded", null, 4],
  ["stale", null, 4],
])("waiting for the decision of one that is %s ends with its exit code", async (status, push, code) => {
  const { env } = await serving({ "GET /api/v1/proposals/7": { body: view({ status, push_status: push }) } });
  expect((await runWith(["wait", "7", "--timeout", "0"], { env })).code).toBe(code);
});

test("waiting for the write ends with 5 while it is under way, and with 4 where it gave up", async () => {
  for (const [push, code] of [
    ["queued", 5],
    ["dead", 4],
  ] as const) {
    const { env } = await serving({
      "GET /api/v1/proposals/7": { body: view({ status: "approved", push_status: push }) },
    });
    expect((await runWith(["wait", "7", "--outcome", "--timeout", "0"], { env })).code).toBe(code);
    await stop();
  }
});

test.each<[string, number, object, number]>([
  ["a refusal without fields", 403, { code: "policy_denied" }, 6],
  [
    "fields that are wrong",
    422,
    { code: "validation_failed", errors: [{ path: "limit", message: "is too much" }] },
    2,
  ],
  ["a key that is not taken", 401, { code: "unauthenticated" }, 6],
])("%s is %i, as words and as JSON", async (_name, status, more, code) => {
  const problem = { detail: "No.", status, correlation_id: "c-1", ...more };
  const { env } = await serving({ "GET /api/v1/proposals?limit=50": { status, body: problem } });
  const said = await runWith(["list"], { env });
  expect([said.code, said.out]).toEqual([code, ""]);
  expect(said.err).toContain("countersign: No.");
  expect(said.err).toContain("quote c-1");
  const { err } = await runWith(["list", "--json"], { env });
  expect(JSON.parse(err)).toMatchObject({
    error: { kind: "refused", message: "No.", correlation_id: "c-1" },
  });
});

test("without an address or a key the variable to set is named", async () => {
  expect(await runWith(["list"])).toMatchObject({ code: 2, err: expect.stringContaining("COUNTERSIGN_URL") });
  const env = { COUNTERSIGN_URL: "http://127.0.0.1:1" };
  expect(await runWith(["list"], { env })).toMatchObject({
    code: 2,
    err: expect.stringContaining("COUNTERSIGN_AGENT_KEY"),
  });
  expect(await runWith(["approve", "7"], { env })).toMatchObject({
    code: 2,
    err: expect.stringContaining("COUNTERSIGN_TOKEN"),
  });
});

test("the environment goes before the file, and a file that is no JSON is named", async () => {
  const { env, url, received } = await serving({
    "GET /api/v1/proposals?limit=50": { body: { items: [], next_cursor: null } },
  });
  const file = path.join(folder, "config.json");
  writeFileSync(file, JSON.stringify({ url, agentKey: "from-file" }), { mode: 0o600 });
  chmodSync(file, 0o600);
  const located = { COUNTERSIGN_CONFIG: file };
  await runWith(["list"], { env: located });
  await runWith(["list"], { env: { ...located, COUNTERSIGN_AGENT_KEY: env.COUNTERSIGN_AGENT_KEY } });
  expect(received.map(({ headers }) => headers.authorization)).toEqual(["Bearer from-file", "Bearer k"]);
  writeFileSync(file, "{");
  expect(await runWith(["list"], { env: located })).toMatchObject({
    code: 1,
    err: expect.stringContaining(file),
  });
});

test("a secret that was written as an option is not repeated", async () => {
  for (const more of [[], ["--json"]]) {
    const { code, err } = await runWith(["list", "--key=hunter2", ...more]);
    expect([code, err]).toEqual([2, expect.stringContaining("countersign login")]);
    expect(err).not.toContain("hunter2");
  }
});

test("an approval is read first, sends the hash that was shown, and is nothing but yes", async () => {
  const { env, received } = await deciding();
  expect((await runWith(["approve", "7"], { env, answers: ["y"] })).code).toBe(6);
  expect(decisions(received)).toEqual([]);
  const { code, err, asked } = await runWith(["approve", "7"], { env, answers: ["yes"] });
  expect([code, asked]).toEqual([0, ["Approve #7? Type yes: "]]);
  for (const words of ["Note on Riverbend Foods", "Note: nothing → Promised", hash])
    expect(err).toContain(words);
  expect(decisions(received)).toMatchObject([{ body: { decision: "approve", payload_hash: hash } }]);
});

test("L5 asks for reference and code, and without a terminal L4 and L5 are refused even by their hash", async () => {
  const critical = await deciding({ risk_level: 5, requires_step_up: true });
  const { asked } = await runWith(["approve", "7"], {
    env: critical.env,
    answers: ["yes", "Riverbend Foods", "123456"],
  });
  expect(asked).toHaveLength(3);
  expect(critical.received.at(-2)?.body).toMatchObject({
    typed_reference: "Riverbend Foods",
    factor: { type: "totp", code: "123456" },
  });
  expect(critical.received.at(-1)).toMatchObject({
    headers: { "x-edit-token": "e-1" },
    body: { confirmed: true },
  });
  await stop();
  for (const tier of [4, 5]) {
    const { env, received } = await deciding({ risk_level: tier });
    expect((await runWith(["approve", "7", "--hash", hash], { env })).code).toBe(6);
    expect(decisions(received)).toEqual([]);
    await stop();
  }
});

test.each([
  ["a roll", { unshown: "roll" }],
  ["deceptive characters", { unshown: "deceptive_characters" }],
  ["a payload that cannot be shown", { unshown: "uninspectable" }],
  ["hidden content", { sentence: null }],
  ["one that is decided", { status: "rejected" }],
])("%s cannot be approved in a terminal", async (_name, more) => {
  const { env, received } = await deciding(more);
  expect((await runWith(["approve", "7", "--hash", hash], { env, answers: ["yes"] })).code).toBe(6);
  expect(decisions(received)).toEqual([]);
});

test("long text that a list does not show whole is shown here and confirmed at a terminal alone", async () => {
  const { env, received } = await deciding({ unshown: "long_text" });
  expect((await runWith(["approve", "7", "--hash", hash], { env })).code).toBe(6);
  expect((await runWith(["approve", "7"], { env, answers: ["yes"] })).code).toBe(0);
  expect(decisions(received)).toMatchObject([{ body: { confirmed: true } }]);
});

test("text of somebody else's moves no cursor and hides nothing", async () => {
  expect(plain("a\u001b[2Kb\r\nc\u202ed\u200be")).toBe("a\\u{1b}[2Kb\\u{d} ↵ c\\u{202e}d\\u{200b}e");
  const { env } = await serving({
    "GET /api/v1/proposals/7": { body: view({ comment: "x\u001b]0;y\u0007" }) },
  });
  expect((await runWith(["show", "7"], { env })).out).not.toContain("\u001b");
});
