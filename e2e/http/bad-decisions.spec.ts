import { readAction } from "../support/api";
import { type Role, userOf } from "../support/installation";
import { type Proposed, proposeCritical, proposeHigh, proposeLow } from "../support/proposals";
import { type Refusal, expectRefused } from "../support/refusal";
import { wrongCode } from "../support/second-factor";
import { expect, test } from "../support/test";

let low: Proposed;
let high: Proposed;
let critical: Proposed;

test.beforeAll(async () => {
  low = await proposeLow();
  high = await proposeHigh();
  critical = await proposeCritical();
});

test.afterAll(async () => {
  for (const { id } of [low, high, critical]) {
    expect(await readAction(id)).toMatchObject({ status: "pending", approvals: 0, push: null });
  }
});

/** Made when the test runs: the actions do not exist before. */
type Case = Omit<Refusal, "path" | "sent"> & {
  body: () => unknown;
  role?: Role;
  raw?: string;
  type?: string;
};

const zeros = "0".repeat(64);
const approval = (of: Proposed, more: Record<string, unknown> = {}) => ({
  decision: "approve",
  payload_hash: of.payload_hash,
  ...more,
});
const invalid = (name: string, body: () => unknown, field: string): Case => ({
  name,
  body,
  field,
  status: 422,
  code: "validation_failed",
});

const decisions: Case[] = [
  { name: "a viewer", body: () => approval(low), role: "viewer", status: 403, code: "not_allowed" },
  {
    name: "another payload's hash",
    body: () => approval(low, { payload_hash: zeros }),
    status: 412,
    code: "changed",
  },
  { name: "malformed JSON", body: () => null, raw: "{", status: 400, code: "malformed_json" },
  { name: "an empty body", body: () => null, raw: "", status: 400, code: "malformed_json" },
  {
    name: "text",
    body: () => null,
    raw: "approve",
    type: "text/plain",
    status: 415,
    code: "unsupported_media_type",
  },
  {
    name: "300 kB",
    body: () => approval(low, { comment: "x".repeat(300 * 1024) }),
    status: 413,
    code: "payload_too_large",
  },
  invalid("no decision", () => ({ payload_hash: low.payload_hash }), "decision"),
  invalid("another word for a decision", () => approval(low, { decision: "maybe" }), "decision"),
  invalid("no hash", () => ({ decision: "approve" }), "payload_hash"),
  invalid("a hash that is none", () => approval(low, { payload_hash: "xyz" }), "payload_hash"),
  invalid("text for confirmed", () => approval(low, { confirmed: "yes" }), "confirmed"),
  invalid("a comment of 2,001 characters", () => approval(low, { comment: "x".repeat(2_001) }), "comment"),
  invalid("a decider of the caller's own", () => approval(low, { decided_by: "Mike Ortiz" }), "decided_by"),
  {
    name: "NUL in the comment",
    body: () => approval(low, { comment: "a\u0000" }),
    status: 422,
    code: "unsupported_character",
    field: "comment",
  },
];

function sentOf({ body, role = "approver", raw, type }: Case): Refusal["sent"] {
  return {
    method: "POST",
    token: userOf(role).token,
    ...(raw === undefined ? { body: body() } : { raw }),
    ...(type === undefined ? {} : { type }),
  };
}

for (const row of decisions) {
  test(`a decision with ${row.name} is answered ${row.status} ${row.code} and decides nothing`, async () => {
    await expectRefused({ ...row, path: `/api/proposed-actions/${low.id}/decide`, sent: sentOf(row) });
  });
}

test("approving L4 without confirming it is answered 428", async () => {
  const sent = { method: "POST", token: userOf("approver").token, body: approval(high) };
  const path = `/api/proposed-actions/${high.id}/decide`;
  await expectRefused({ name: "", path, sent, status: 428, code: "confirmation_missing" });
});

test("approving L5 without an edit token, or with one that was never given out, is answered 428", async () => {
  const sent = {
    method: "POST",
    token: userOf("approver").token,
    body: approval(critical, { confirmed: true }),
  };
  const path = `/api/proposed-actions/${critical.id}/decide`;
  await expectRefused({ name: "", path, sent, status: 428, code: "edit_token_missing" });
  for (const token of ["cse_made-up", "x".repeat(5_000), userOf("approver").token]) {
    const forged = { ...sent, headers: { "x-edit-token": token } };
    await expectRefused({ name: "", path, sent: forged, status: 428, code: "edit_token_invalid" });
  }
});

const stepUp = (more: Record<string, unknown> = {}) => ({
  action_id: critical.id,
  payload_hash: critical.payload_hash,
  decision: "approve",
  typed_reference: critical.entityRef,
  factor: { type: "totp", code: wrongCode(userOf("admin").totpSecret) },
  ...more,
});
const stepUps: Case[] = [
  { name: "a viewer", body: () => stepUp(), role: "viewer", status: 403, code: "not_allowed" },
  { name: "a wrong code", body: () => stepUp(), role: "admin", status: 403, code: "step_up_failed" },
  invalid("another reference", () => stepUp({ typed_reference: "Driscoll's" }), "typed_reference"),
  invalid("no reference", () => stepUp({ typed_reference: "" }), "typed_reference"),
  invalid("five digits", () => stepUp({ factor: { type: "totp", code: "12345" } }), "factor.code"),
  invalid("another kind of factor", () => stepUp({ factor: { type: "sms", code: "123456" } }), "factor.type"),
  invalid("an id of 0", () => stepUp({ action_id: 0 }), "action_id"),
  invalid("an id as text", () => stepUp({ action_id: String(critical.id) }), "action_id"),
  {
    name: "an id beyond every id",
    body: () => stepUp({ action_id: 2 ** 53 }),
    status: 422,
    code: "number_too_long",
    field: "action_id",
  },
  {
    name: "an id that is not there",
    body: () => stepUp({ action_id: 999_999_999 }),
    status: 404,
    code: "not_found",
  },
  {
    name: "another payload's hash",
    body: () => stepUp({ payload_hash: zeros }),
    status: 412,
    code: "changed",
  },
];

for (const row of stepUps) {
  test(`stepping up with ${row.name} is answered ${row.status} ${row.code} and mints no token`, async () => {
    await expectRefused({ ...row, path: "/api/edit-tokens", sent: sentOf(row) });
  });
}

const item = (more: Record<string, unknown> = {}) => ({
  id: low.id,
  payload_hash: low.payload_hash,
  ...more,
});
const bulk = (items: unknown) => ({ decision: "approve", items });
const bulks: Case[] = [
  { name: "a viewer", body: () => bulk([item()]), role: "viewer", status: 403, code: "not_allowed" },
  invalid("no items", () => bulk([]), "items"),
  invalid("501 items", () => bulk(Array.from({ length: 501 }, () => item())), "items"),
  invalid("an object for items", () => bulk({}), "items"),
  invalid("an id as text", () => bulk([item({ id: "1" })]), "items[0].id"),
  invalid("an id below zero", () => bulk([item(), item({ id: -1 })]), "items[1].id"),
  invalid("an item without hash", () => bulk([{ id: low.id }]), "items[0].payload_hash"),
  {
    name: "an id beyond every id",
    body: () => bulk([item({ id: 2 ** 53 })]),
    status: 422,
    code: "number_too_long",
    field: "items[0].id",
  },
];

for (const row of bulks) {
  test(`a bulk decision with ${row.name} is answered ${row.status} ${row.code} and decides nothing`, async () => {
    await expectRefused({ ...row, path: "/api/proposed-actions/bulk-decide", sent: sentOf(row) });
  });
}

const lever = (more: Record<string, unknown>) => ({ name: "ns_writes", engaged: true, reason: "x", ...more });
const levers: Case[] = [
  invalid("an unknown name", () => lever({ name: "everything" }), "name"),
  invalid("text for engaged", () => lever({ engaged: "yes" }), "engaged"),
  invalid("no reason", () => lever({ reason: undefined }), "reason"),
  invalid("a reason of 501 characters", () => lever({ reason: "x".repeat(501) }), "reason"),
  invalid("a tenant of the caller's own", () => lever({ tenant_id: 2 }), "tenant_id"),
];

for (const row of levers) {
  test(`a kill switch with ${row.name} is answered ${row.status} ${row.code} and stays as it was`, async () => {
    const sent = { ...sentOf({ ...row, role: "admin" }), method: "PUT" };
    await expectRefused({ ...row, path: "/api/kill-switches", sent });
  });
}

for (const [name, body, status, code] of [
  ["an id of 0", { dlq_id: 0 }, 422, "validation_failed"],
  ["no id", {}, 422, "validation_failed"],
  ["an id as text", { dlq_id: "1" }, 422, "validation_failed"],
  ["an id that is not there", { dlq_id: 999_999_999 }, 404, "not_found"],
] as const) {
  test(`a replay with ${name} is answered ${status} ${code} and requeues nothing`, async () => {
    const field = status === 422 ? { field: "dlq_id" } : {};
    const sent = { method: "POST", token: userOf("admin").token, body };
    await expectRefused({ name, path: "/api/audit-dlq/replay", sent, status, code, ...field });
  });
}
