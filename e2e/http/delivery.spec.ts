import type { Problem } from "@/lib/contract/problem";
import type { DeadLetter } from "@/lib/contract/dead-letters";
import { approve, decide, mintEditToken, readAction, releaseSwitches, setSwitch } from "../support/api";
import { call, succeed } from "../support/call";
import { database } from "../support/database";
import { expectStatus, parse, send } from "../support/http";
import { installation } from "../support/installation";
import { proposeCritical, proposeLow } from "../support/proposals";
import { expectApplied } from "../support/screen";
import { freshCode } from "../support/second-factor";
import { breakNext, countCommits, mendAll } from "../support/simulator";
import { expect, test } from "../support/test";

test.afterEach(async () => {
  await mendAll();
  await releaseSwitches();
});

/** An approved note that NetSuite refuses for good. */
async function makeDeadLetter(): Promise<{ actionId: number; letter: DeadLetter }> {
  const proposed = await proposeLow();
  await breakNext({ kind: "closed_period", key: `cs-1-${proposed.id}`, op: "write" });
  await approve("approver", proposed);
  await expect.poll(async () => (await readAction(proposed.id)).push?.status).toBe("dead");
  const { items } = await succeed("readDeadLetters", "viewer");
  return { actionId: proposed.id, letter: items.find((item) => item.action_id === proposed.id)! };
}

test("a dead letter names its cause and payload; only an administrator replays it, once, and it is applied once", async () => {
  const { actionId, letter } = await makeDeadLetter();
  expect(letter).toMatchObject({
    attempts: expect.any(Number),
    error: { class: "terminal", code: expect.any(String) },
  });
  expect(letter.payload).toBeTruthy();
  for (const role of ["viewer", "approver"] as const) {
    const refused = await call("replayDeadLetter", role, { dlq_id: letter.id });
    expect(expectStatus<Problem>(refused, 403).code).toBe("not_allowed");
  }
  const replayed = await succeed("replayDeadLetter", "admin", { dlq_id: letter.id });
  expect(replayed).toMatchObject({ action_id: actionId, requested: true });
  const { receipt } = await expectApplied(actionId);
  expect(await countCommits(receipt!.idempotency_key)).toBe(1);
  const again = await call("replayDeadLetter", "admin", { dlq_id: letter.id });
  expect(expectStatus<Problem>(again, 409).code).toBe("not_replayable");
});

test("an administrator retries a dead push by its action; others may not, and an applied one is not sent again", async () => {
  const { actionId } = await makeDeadLetter();
  const input = { action_id: actionId };
  expectStatus(await call("retryPush", "approver", input), 403);
  expectStatus(await call("retryPush", "viewer", input), 403);
  expect(await succeed("retryPush", "admin", input)).toMatchObject({ status: "queued" });
  await expectApplied(actionId);
  const again = await call("retryPush", "admin", input);
  expect(expectStatus<Problem>(again, 409)).toMatchObject({ code: "not_replayable" });
});

test("draining is an administrator's and sends nothing twice", async () => {
  for (const role of ["viewer", "approver"] as const) expectStatus(await call("drainPushes", role), 403);
  const proposed = await proposeLow();
  await approve("approver", proposed);
  expect(await succeed("drainPushes", "admin")).toMatchObject({
    requested: expect.any(Number),
    revived: expect.any(Number),
  });
  const { receipt } = await expectApplied(proposed.id);
  expect(await countCommits(receipt!.idempotency_key)).toBe(1);
});

test("kill switches are read by everybody and changed by administrators, with a reason", async () => {
  const change = { name: "high_risk_ops", engaged: true, reason: "A look at the brakes" } as const;
  expectStatus(await call("setKillSwitch", "viewer", change), 403);
  expectStatus(await call("setKillSwitch", "approver", change), 403);
  const unexplained = await call("setKillSwitch", "admin", { ...change, reason: "  " });
  expect(expectStatus<Problem>(unexplained, 422).errors?.[0]?.path).toBe("reason");
  await succeed("setKillSwitch", "admin", change);
  const { switches } = await succeed("readKillSwitches", "viewer");
  expect(switches.find((entry) => entry.name === "high_risk_ops")).toMatchObject({
    engaged: true,
    source: "tenant",
    reason: "A look at the brakes",
    changed_by: "Mike Ortiz",
    since: expect.any(String),
  });
});

test("a blocked approval answers 423 with the switch and since when, and rejecting goes on", async () => {
  const proposed = await proposeLow();
  await setSwitch("proposed_apply", true, "Stop");
  const { payload_hash } = proposed;
  const answer = await decide("approver", proposed.id, { decision: "approve", payload_hash });
  expect(expectStatus<Problem>(answer, 423)).toMatchObject({
    code: "blocked",
    switch: "proposed_apply",
    since: expect.any(String),
  });
  expectStatus(await decide("approver", proposed.id, { decision: "reject", payload_hash }), 200);
});

test("an edit token is good once, for its own action, for five minutes", async () => {
  const [one, other] = [
    await proposeCritical({ customer: "Marlow Street Market" }),
    await proposeCritical({ customer: "Oakfield Senior Living" }),
  ];
  const { edit_token, expires_at } = await mintEditToken(
    "admin",
    one,
    one.entityRef,
    await freshCode("admin"),
  );
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(290_000);
  const confirmed = true;
  const approval = (payload_hash: string) => ({ decision: "approve" as const, payload_hash, confirmed });
  const refused = async (...decision: Parameters<typeof decide>) =>
    expectStatus<Problem>(await decide(...decision), 428).code;

  expect(await refused("admin", one.id, approval(one.payload_hash))).toBe("edit_token_missing");
  expect(await refused("admin", other.id, approval(other.payload_hash), edit_token)).toBe(
    "edit_token_invalid",
  );
  expect(await refused("approver", one.id, approval(one.payload_hash), edit_token)).toBe(
    "edit_token_invalid",
  );
  expect(
    await refused("admin", one.id, { decision: "approve", payload_hash: one.payload_hash }, edit_token),
  ).toBe("confirmation_missing");
  expectStatus(await decide("admin", one.id, approval(one.payload_hash), edit_token), 200);
  await expectApplied(one.id);

  // A used token, put on the action it was not for; then one of its own whose time ran out.
  await database()`UPDATE edit_tokens SET action_id = ${other.id}, payload_hash = ${other.payload_hash}
    WHERE action_id = ${one.id}`;
  expect(await refused("admin", other.id, approval(other.payload_hash), edit_token)).toBe(
    "edit_token_invalid",
  );
  await database()`UPDATE edit_tokens SET used_at = NULL, expires_at = now() - interval '1 second'
    WHERE action_id = ${other.id}`;
  expect(await refused("admin", other.id, approval(other.payload_hash), edit_token)).toBe(
    "edit_token_invalid",
  );
  expect((await readAction(other.id)).status).toBe("pending");
});

test("health tells anybody whether the parts answer, and nothing else", async () => {
  const answer = await send("/api/health");
  expect(answer.status).toBe(200);
  expect(parse(answer)).toEqual({ status: "ok", app: "ok", database: "ok", engine: "ok", lane: "open" });
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("every answer carries a correlation id, the caller's own where it sent a usable one", async () => {
  const token = installation().agentKey;
  const given = await send("/api/v1/proposals/1", { token, headers: { "x-correlation-id": "run-77.a" } });
  expect(given.headers.get("x-correlation-id")).toBe("run-77.a");
  const odd = await send("/api/v1/proposals/1", { token, headers: { "x-correlation-id": "two words" } });
  expect(odd.headers.get("x-correlation-id")).toMatch(/^[0-9a-f-]{36}$/);
});
