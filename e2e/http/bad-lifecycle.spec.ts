import { post, readAction } from "../support/api";
import { send } from "../support/http";
import { userOf } from "../support/installation";
import { type Proposed, proposeLow } from "../support/proposals";
import { expectRefused } from "../support/refusal";
import { expect, test } from "../support/test";

let low: Proposed;
test.beforeAll(async () => {
  low = await proposeLow();
});
test.afterAll(async () => {
  expect(await readAction(low.id)).toMatchObject({ status: "pending", superseded_by_id: null, push: null });
});

const zeros = "0".repeat(64);
const path = (verb: string, id: number | string = low.id) => `/api/proposed-actions/${id}/${verb}`;
const note = { field: "note", to: "Other words" };
const edit = (more: Record<string, unknown> = {}) => ({
  payload_hash: low.payload_hash,
  changes: [note],
  ...more,
});
/** A body that each verb would take. */
const good: Record<string, () => unknown> = {
  edit,
  repropose: () => ({}),
  undo: () => ({}),
  withdraw: () => ({}),
  cancel: () => ({ comment: "no" }),
};
const verbs = Object.keys(good);

interface Case {
  verb: string;
  name: string;
  body: () => unknown;
  status: number;
  code: string;
  field?: string;
}
const invalid = (verb: string, name: string, body: () => unknown, field: string): Case => ({
  verb,
  name,
  body,
  field,
  status: 422,
  code: "validation_failed",
});
const cases: Case[] = [
  {
    verb: "edit",
    name: "another payload's hash",
    body: () => edit({ payload_hash: zeros }),
    status: 412,
    code: "changed",
  },
  invalid("edit", "no hash", () => ({ changes: [note] }), "payload_hash"),
  invalid("edit", "no change at all", () => edit({ changes: [] }), "changes"),
  invalid("edit", "an object for changes", () => edit({ changes: {} }), "changes"),
  invalid("edit", "21 changes", () => edit({ changes: Array.from({ length: 21 }, () => note) }), "changes"),
  invalid("edit", "a change without a value", () => edit({ changes: [{ field: "note" }] }), "changes[0].to"),
  invalid(
    "edit",
    "null for a value",
    () => edit({ changes: [{ field: "note", to: null }] }),
    "changes[0].to",
  ),
  invalid("edit", "an empty value", () => edit({ changes: [{ field: "note", to: "" }] }), "changes[0].to"),
  invalid(
    "edit",
    "an unknown field",
    () => edit({ changes: [{ field: "price", to: 1 }] }),
    "changes[0].field",
  ),
  invalid(
    "edit",
    "a from of one's own",
    () => edit({ changes: [{ ...note, from: "x" }] }),
    "changes[0].from",
  ),
  invalid("edit", "another record", () => edit({ entity_ref: "Elsewhere" }), "entity_ref"),
  invalid("edit", "context that is not written", () => edit({ context: { ticket: "x" } }), "context.ticket"),
  invalid("edit", "a number for context", () => edit({ context: { title: 1 } }), "context.title"),
  invalid("edit", "a reason of 2,001 characters", () => edit({ reason: "x".repeat(2_001) }), "reason"),
  invalid("edit", "an author of one's own", () => edit({ author_user_id: 1 }), "author_user_id"),
  {
    verb: "edit",
    name: "NUL in a value",
    body: () => edit({ changes: [{ field: "note", to: "a\u0000" }] }),
    status: 422,
    code: "unsupported_character",
    field: "changes[0].to",
  },
  {
    verb: "repropose",
    name: "a proposal that waits",
    body: () => ({}),
    status: 409,
    code: "not_reproposable",
  },
  invalid("repropose", "values of one's own", () => ({ changes: [] }), "changes"),
  { verb: "undo", name: "a proposal that waits", body: () => ({}), status: 409, code: "not_undoable" },
  invalid("undo", "a number for a reason", () => ({ reason: 1 }), "reason"),
  { verb: "withdraw", name: "somebody else's proposal", body: () => ({}), status: 403, code: "not_allowed" },
  invalid("withdraw", "an unknown field", () => ({ force: true }), "force"),
  { verb: "cancel", name: "a proposal that waits", body: good.cancel!, status: 409, code: "not_cancellable" },
  invalid("cancel", "no comment", () => ({}), "comment"),
  invalid("cancel", "a comment of spaces", () => ({ comment: "   " }), "comment"),
  invalid("cancel", "a comment of 2,001 characters", () => ({ comment: "x".repeat(2_001) }), "comment"),
];
for (const row of cases) {
  test(`${row.verb} with ${row.name} is answered ${row.status} ${row.code} and writes nothing`, async () => {
    const sent = { method: "POST", token: userOf("approver").token, body: row.body() };
    await expectRefused({ ...row, path: path(row.verb), sent });
  });
}

for (const verb of verbs) {
  test(`${verb} refuses viewers, malformed bodies, odd ids and other methods`, async () => {
    const by = (role: "viewer" | "approver") => ({ method: "POST", token: userOf(role).token });
    const body = good[verb]!();
    await expectRefused({
      name: "",
      path: path(verb),
      sent: { ...by("viewer"), body },
      status: 403,
      code: "not_allowed",
    });
    const bodies: [raw: string, type: string, status: number, code: string][] = [
      ["{", "application/json", 400, "malformed_json"],
      ["", "application/json", 400, "malformed_json"],
      ["{}", "text/plain", 415, "unsupported_media_type"],
      ["[]", "application/json", 422, "validation_failed"],
      [JSON.stringify({ x: "y".repeat(300 * 1024) }), "application/json", 413, "payload_too_large"],
    ];
    for (const [raw, type, status, code] of bodies)
      await expectRefused({
        name: code,
        path: path(verb),
        sent: { ...by("approver"), raw, type },
        status,
        code,
      });
    for (const id of ["0", "-1", "abc", "1.5", "9007199254740993"])
      await expectRefused({
        name: id,
        path: path(verb, id),
        sent: { ...by("approver"), body },
        status: 400,
        code: "malformed_request",
        field: "id",
      });
    await expectRefused({
      name: "absent",
      path: path(verb, 9_007_199_254_740_991),
      sent: { ...by("approver"), body },
      status: 404,
      code: "not_found",
    });
    expect((await send(path(verb), { token: userOf("admin").token })).status).toBe(405);
  });
}

test("an edit and a withdrawal answer what they made, and the same again is told the truth", async () => {
  const proposed = await proposeLow();
  const body = { payload_hash: proposed.payload_hash, changes: [{ field: "note", to: "Pays on Monday" }] };
  const made = await post(path("edit", proposed.id), "approver", body);
  expect(made.status).toBe(201);
  const { id, supersedes_id } = JSON.parse(made.text) as { id: number; supersedes_id: number };
  expect(supersedes_id).toBe(proposed.id);
  const again = await post(path("edit", proposed.id), "approver", body);
  expect(again.status).toBe(409);
  expect(JSON.parse(again.text)).toMatchObject({
    code: "already_decided",
    action_status: "superseded",
    successor_id: id,
    decided_by: "Priya Raman",
  });
  expect((await post(path("withdraw", id), "approver", {})).status).toBe(200);
  expect((await post(path("withdraw", id), "approver", {})).status).toBe(409);
});
