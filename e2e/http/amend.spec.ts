import { ERROR_STATUS, type ErrorCode } from "@/lib/core/errors";
import type { InputOf } from "@/lib/operations";
import { readAction } from "../support/http/api";
import { call, succeed } from "../support/http/call";
import { type Proposed, proposeLow } from "../support/proposals/proposals";
import { expectNothingWritten, expectProblem } from "../support/http/refusal";
import { expect, test } from "../support/test";

/** Refusals of edits, undoing and the like that no schema can know. */

let low: Proposed;
test.beforeAll(async () => {
  low = await proposeLow();
});
test.afterAll(async () => {
  expect(await readAction(low.id)).toMatchObject({ status: "pending", superseded_by_id: null, push: null });
});

type Amendment =
  "editAction" | "reproposeAction" | "undoAction" | "withdrawAction" | "cancelAction" | "extendAction";
type Case = [verb: Amendment, name: string, input: object, code: ErrorCode, field?: string];

const edit = (name: string, change: Partial<InputOf<"editAction">>, field: string): Case => [
  "editAction",
  name,
  change,
  "validation_failed",
  field,
];
const cases: Case[] = [
  ["editAction", "another payload's hash", { payload_hash: "0".repeat(64) }, "changed"],
  edit("no change at all", { changes: [] }, "changes"),
  edit("an empty value", { changes: [{ field: "note", to: "" }] }, "changes[0].to"),
  edit("an unknown field", { changes: [{ field: "price", to: 1 }] }, "changes[0].field"),
  edit("context that is not written", { context: { ticket: "x" } }, "context.ticket"),
  ["reproposeAction", "a proposal that waits", {}, "not_reproposable"],
  ["undoAction", "a proposal that waits", {}, "not_undoable"],
  ["withdrawAction", "somebody else's proposal", {}, "not_allowed"],
  ["cancelAction", "a proposal that waits", { comment: "no" }, "not_cancellable"],
  ["extendAction", "a reason of spaces", { reason: "   " }, "validation_failed", "reason"],
  ["extendAction", "a reason nobody can see", { reason: "\u200b" }, "validation_failed", "reason"],
  ["cancelAction", "a comment of spaces", { comment: "   " }, "validation_failed", "comment"],
];
for (const [verb, name, input, code, field] of cases) {
  test(`${verb} with ${name} is answered ${ERROR_STATUS[code]} ${code} and writes nothing`, async () => {
    const { id, payload_hash } = low;
    const usual =
      verb === "editAction" ? { payload_hash, changes: [{ field: "note", to: "Other words" }] } : {};
    await expectNothingWritten(async () => {
      const answer = await call(verb, "approver", { id, ...usual, ...input } as InputOf<Amendment>);
      expectProblem(answer, code, field);
    });
  });
}

test("an extension answers until when it goes, and the same again is told by whom", async () => {
  const { id, payload_hash } = await proposeLow({ expires_in_seconds: 3_600 });
  const input = { id, reason: "Dana is back on Monday" };
  const { expires_at } = await succeed("extendAction", "approver", input);
  expect(await readAction(id)).toMatchObject({ expires_at, payload_hash, status: "pending" });
  for (const role of ["approver", "admin"] as const) {
    const again = await call("extendAction", role, input);
    expect(expectProblem(again, "already_exists")).toMatchObject({
      extended_by: "Priya Raman",
      detail: expect.stringContaining("only once"),
    });
  }
});

test("an edit and a withdrawal answer what they made, and the same again is told the truth", async () => {
  const proposed = await proposeLow();
  const changes = [{ field: "note", to: "Pays on Monday" }];
  const input = { id: proposed.id, payload_hash: proposed.payload_hash, changes };
  const { id, supersedes_id } = await succeed("editAction", "approver", input);
  expect(supersedes_id).toBe(proposed.id);
  const again = await call("editAction", "approver", input);
  expect(expectProblem(again, "already_decided")).toMatchObject({
    action_status: "superseded",
    successor_id: id,
    decided_by: "Priya Raman",
  });
  expect((await call("withdrawAction", "approver", { id })).status).toBe(200);
  expect((await call("withdrawAction", "approver", { id })).status).toBe(409);
});
