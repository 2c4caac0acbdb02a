import { call, succeed } from "../support/http/call";
import { setGrace } from "../support/grace";
import { expectStatus, send } from "../support/http/request";
import { installation, userOf } from "../support/installation";
import { type Proposed, proposeLow } from "../support/proposals/proposals";
import { expectNothingWritten, expectProblem } from "../support/http/refusal";
import { cookieOf } from "../support/people/sessions";
import { expectApplied } from "../support/screen/screen";
import { expect, test } from "../support/test";

/** Decisions by the API have no grace, whatever the company gives to those on a page. */

test.beforeAll(() => setGrace(60));
test.afterAll(() => setGrace(0));

const decisionOn = ({ id, payload_hash }: Proposed) => ({ id, payload_hash, decision: "approve" as const });

test("an approval by a token, one in bulk and one with a session's cookie go out at once, and none can be taken back", async () => {
  const [byToken, inBulk, byCookie] = [await proposeLow(), await proposeLow(), await proposeLow()];
  expect(await succeed("decideAction", "approver", decisionOn(byToken))).toMatchObject({
    outcome: "claimed",
    take_back_until: null,
  });
  const { id, payload_hash } = inBulk;
  await succeed("bulkDecide", "approver", { decision: "approve", items: [{ id, payload_hash }] });
  const { id: cookieId, ...body } = decisionOn(byCookie);
  const { name, value } = cookieOf("approver");
  const headers = { cookie: `${name}=${value}`, origin: installation().url };
  const sent = await send(`/api/proposed-actions/${cookieId}/decide`, { method: "POST", body, headers });
  expectStatus(sent, 200);
  for (const one of [byToken, inBulk, byCookie]) {
    await expectApplied(one.id);
    expectProblem(await call("takeBackDecision", "approver", { id: one.id }), "grace_over");
  }
});

test("a body cannot say that it comes from a page", async () => {
  const proposed = await proposeLow();
  const { id, ...decision } = decisionOn(proposed);
  for (const more of [
    { channel: "page" },
    { take_back_until: new Date().toISOString() },
    { grace_seconds: 60 },
  ])
    await expectNothingWritten(async () => {
      const sent = await send(`/api/proposed-actions/${id}/decide`, {
        method: "POST",
        body: { ...decision, ...more },
        token: userOf("approver").token,
      });
      expectStatus(sent, 422);
    });
});

test("an undecided action and another company's are nobody's to take back", async () => {
  const { id } = await proposeLow();
  await expectNothingWritten(async () => {
    expectProblem(await call("takeBackDecision", "approver", { id }), "grace_over");
    expectProblem(await call("takeBackDecision", "viewer", { id }), "not_allowed");
    expectProblem(await call("takeBackDecision", "approver", { id: 999_999_999 }), "not_found");
  });
});

test("the time to take back is an administrator's to set, between 0 and 60 seconds, with a reason", async () => {
  const setting = (seconds: number, reason = "A test") => ({ seconds, reason });
  expectProblem(await call("setGraceSetting", "approver", setting(5)), "not_allowed");
  expectProblem(await call("setGraceSetting", "viewer", setting(5)), "not_allowed");
  for (const wrong of [setting(61), setting(-1), setting(1.5), setting(5, " ")])
    expectProblem(await call("setGraceSetting", "admin", wrong), "validation_failed");
  expect(await succeed("setGraceSetting", "admin", setting(5, "Fast hands"))).toMatchObject({
    seconds: 5,
    reason: "Fast hands",
    changed_by: userOf("admin").name,
  });
  expect(await succeed("readGraceSetting", "viewer", {})).toMatchObject({ seconds: 5 });
  expect(await succeed("verifyLedger", "admin", { mode: "full" })).toMatchObject({ faults: [] });
  await setGrace(60);
});
