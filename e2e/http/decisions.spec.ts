import { ERROR_STATUS, type ErrorCode } from "@/lib/core/errors";
import type { InputOf } from "@/lib/operations";
import { readAction } from "../support/http/api";
import { call } from "../support/http/call";
import { type Role, userOf } from "../support/installation";
import { type Proposed, proposeCritical, proposeHigh, proposeLow } from "../support/proposals/proposals";
import { expectNothingWritten, expectProblem } from "../support/http/refusal";
import { wrongCode } from "../support/people/second-factor";
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

const zeros = "0".repeat(64);

async function expectDecision(
  as: Role,
  of: Proposed,
  more: Partial<InputOf<"decideAction">>,
  code: ErrorCode,
): Promise<void> {
  const { id, payload_hash } = of;
  await expectNothingWritten(async () => {
    expectProblem(await call("decideAction", as, { id, payload_hash, decision: "approve", ...more }), code);
  });
}

test("a decision with another payload's hash is answered 412 changed and decides nothing", async () => {
  await expectDecision("approver", low, { payload_hash: zeros }, "changed");
});

test("approving L4 without confirming it is answered 428", async () => {
  await expectDecision("approver", high, {}, "confirmation_missing");
});

test("approving L5 without an edit token, or with one that was never given out, is answered 428", async () => {
  await expectDecision("approver", critical, { confirmed: true }, "edit_token_missing");
  for (const edit_token of ["cse_made-up", "x".repeat(5_000), userOf("approver").token])
    await expectDecision("approver", critical, { confirmed: true, edit_token }, "edit_token_invalid");
});

const stepUps: [name: string, more: Partial<InputOf<"issueEditToken">>, code: ErrorCode, field?: string][] = [
  ["a wrong code", {}, "step_up_failed"],
  ["another reference", { typed_reference: "Driscoll's" }, "validation_failed", "typed_reference"],
  ["an id that is not there", { action_id: 999_999_999 }, "not_found"],
  ["another payload's hash", { payload_hash: zeros }, "changed"],
];
for (const [name, more, code, field] of stepUps) {
  test(`stepping up with ${name} is answered ${ERROR_STATUS[code]} ${code} and mints no token`, async () => {
    const { id: action_id, payload_hash, entityRef: typed_reference } = critical;
    const factor = { type: "totp", code: wrongCode(userOf("admin").totpSecret) } as const;
    const input = { action_id, payload_hash, decision: "approve", typed_reference, factor, ...more } as const;
    const as = code === "step_up_failed" ? "admin" : "approver";
    await expectNothingWritten(async () => {
      const { errors } = expectProblem(await call("issueEditToken", as, input), code, field);
      expect(errors?.map(({ path }) => path)).toEqual(field && [field]);
    });
  });
}

test("a replay of a dead letter that is not there is answered 404 and requeues nothing", async () => {
  await expectNothingWritten(async () => {
    expectProblem(await call("replayDeadLetter", "admin", { dlq_id: 999_999_999 }), "not_found");
  });
});
