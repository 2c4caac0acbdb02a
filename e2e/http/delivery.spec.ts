import { newEditToken } from "@/lib/auth/session/tokens";
import type { DeadLetter } from "@/lib/contract/monitoring/dead-letters";
import { approve, decide, mintEditToken, readAction, releaseSwitches, setSwitch } from "../support/http/api";
import { call, succeed } from "../support/http/call";
import { database } from "../support/database";
import { expectStatus, parse, send } from "../support/http/request";
import { type Role, installation, useStorageKey, userOf } from "../support/installation";
import { type Proposed, proposeCritical, proposeDead, proposeLow } from "../support/proposals/proposals";
import { expectProblem } from "../support/http/refusal";
import { expectApplied } from "../support/screen/screen";
import { freshCode } from "../support/people/second-factor";
import { countCommits, endAllFaults } from "../support/simulator";
import { expect, test } from "../support/test";

test.afterEach(async () => {
  await endAllFaults();
  await releaseSwitches();
});

async function deadLetterOf(actionId: number): Promise<DeadLetter> {
  const { items } = await succeed("readDeadLetters", "approver");
  return items.find((item) => item.action_id === actionId)!;
}

test("a dead letter names its cause and payload; only an administrator replays it, once, and it is applied once", async () => {
  const { id: actionId } = await proposeDead();
  const letter = await deadLetterOf(actionId);
  expect(letter).toMatchObject({
    attempts: expect.any(Number),
    error: { class: "terminal", code: expect.any(String) },
  });
  expect(letter.payload).toBeTruthy();
  for (const role of ["viewer", "approver"] as const) {
    expectProblem(await call("replayDeadLetter", role, { dlq_id: letter.id }), "not_allowed");
  }
  const replayed = await succeed("replayDeadLetter", "admin", { dlq_id: letter.id });
  expect(replayed).toMatchObject({ action_id: actionId, requested: true });
  const { receipt } = await expectApplied(actionId);
  expect(await countCommits(receipt!.idempotency_key)).toBe(1);
  expectProblem(await call("replayDeadLetter", "admin", { dlq_id: letter.id }), "not_replayable");
});

test("an administrator retries a dead push by its action; others may not, and an applied one is not sent again", async () => {
  const { id: actionId } = await proposeDead();
  const input = { action_id: actionId };
  for (const role of ["viewer", "approver"] as const)
    expectProblem(await call("retryPush", role, input), "not_allowed");
  expect(await succeed("retryPush", "admin", input)).toMatchObject({ status: "queued" });
  await expectApplied(actionId);
  expectProblem(await call("retryPush", "admin", input), "not_replayable");
});

test("draining is an administrator's and sends nothing twice", async () => {
  for (const role of ["viewer", "approver"] as const)
    expectProblem(await call("drainPushes", role), "not_allowed");
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
  for (const role of ["viewer", "approver"] as const)
    expectProblem(await call("setKillSwitch", role, change), "not_allowed");
  const unexplained = await call("setKillSwitch", "admin", { ...change, reason: "  " });
  expectProblem(unexplained, "validation_failed", "reason");
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

test("switches for every tenant open to the operator's token and name alone, are shown to every tenant, and no page releases them", async () => {
  const path = "/api/operator/kill-switches";
  const headers = { "x-operator": "Olaf" };
  const token = installation().operatorToken;
  const change = { name: "high_risk_ops", engaged: true, reason: "Incident 12" };
  for (const wrong of [userOf("admin").token, installation().agentKey, `${token}x`])
    expectProblem(
      await send(path, { method: "PUT", token: wrong, headers, body: change }),
      "unauthenticated",
    );
  const nameless = await send(path, { method: "PUT", token, body: change });
  expectProblem(nameless, "validation_failed", "X-Operator");
  try {
    const answer = await send(path, { method: "PUT", token, headers, body: change });
    expectStatus(answer, 200);
    expect(parse(answer)).toMatchObject({ in_flight: [] });
    const { switches } = await succeed("readKillSwitches", "viewer");
    const shown = {
      engaged: true,
      source: "global",
      reason: "Incident 12",
      changed_by: "Olaf",
      releasable: false,
    };
    expect(switches.find(({ name }) => name === "high_risk_ops")).toMatchObject(shown);
    const release = { name: "high_risk_ops", engaged: false, reason: "We want to go on" } as const;
    expectProblem(await call("setKillSwitch", "admin", release), "blocked");
  } finally {
    const released = { ...change, engaged: false, reason: "It is over" };
    expectStatus(await send(path, { method: "PUT", token, headers, body: released }), 200);
  }
  const { switches } = await succeed("readKillSwitches", "viewer");
  expect(switches.every(({ engaged }) => !engaged)).toBe(true);
});

test("a blocked approval answers 423 with the switch and since when, and rejecting goes on", async () => {
  const proposed = await proposeLow();
  await setSwitch("proposed_apply", true, "Stop");
  const { payload_hash } = proposed;
  const answer = await decide("approver", proposed.id, { decision: "approve", payload_hash });
  expect(expectProblem(answer, "blocked")).toMatchObject({
    switch: "proposed_apply",
    since: expect.any(String),
  });
  expectStatus(await decide("approver", proposed.id, { decision: "reject", payload_hash }), 200);
});

test("an edit token is good once, for its own action, for five minutes", async () => {
  const one = await proposeCritical({ customer: "Marlow Street Market" });
  const other = await proposeCritical({ customer: "Oakfield Senior Living" });
  const code = await freshCode("admin");
  const { edit_token, expires_at } = await mintEditToken("admin", one, one.entityRef, code);
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(200_000);
  const approveWith = (role: Role, { id, payload_hash }: Proposed, token?: string, confirmed = true) =>
    decide(role, id, { decision: "approve", payload_hash, confirmed }, token);

  expectProblem(await approveWith("admin", one), "edit_token_missing");
  expectProblem(await approveWith("admin", other, edit_token), "edit_token_invalid");
  expectProblem(await approveWith("approver", one, edit_token), "edit_token_invalid");
  expectProblem(await approveWith("admin", one, edit_token, false), "confirmation_missing");
  expectStatus(await approveWith("admin", one, edit_token), 200);
  await expectApplied(one.id);

  // A used token, put on the action it was not for; then one of its own whose time ran out.
  await database()`UPDATE edit_tokens SET action_id = ${other.id}, payload_hash = ${other.payload_hash}
    WHERE action_id = ${one.id}`;
  expectProblem(await approveWith("admin", other, edit_token), "edit_token_invalid");
  const [owner] = await database()<{ tenant_id: number; user_id: number }[]>`
    SELECT tenant_id, user_id FROM edit_tokens WHERE action_id = ${other.id}`;
  const { tenant_id: tenantId, user_id: userId } = owner!;
  useStorageKey();
  const late = newEditToken({
    tenantId,
    userId,
    actionId: other.id,
    payloadHash: other.payload_hash,
    decision: "approve",
  });
  await database()`INSERT INTO edit_tokens (tenant_id, user_id, action_id, payload_hash, decision, token_hash, expires_at)
    VALUES (${tenantId}, ${userId}, ${other.id}, ${other.payload_hash}, 'approve', ${late.hash}, now() - interval '1 s')`;
  expectProblem(await approveWith("admin", other, late.token), "edit_token_invalid");
  expect((await readAction(other.id)).status).toBe("pending");
});

test("health tells anybody whether the parts answer, and nothing else", async () => {
  const answer = await send("/api/health");
  expect(answer.status).toBe(200);
  const parts = { app: "ok", database: "ok", engine: "ok", lane: "open", changes: "ok", ledger: "sealed" };
  const sweeps = expect.stringMatching(/^(starting|running)$/);
  expect(parse(answer)).toEqual({ status: "ok", ...parts, sweeps });
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("every answer carries a correlation id, the caller's own where it sent a usable one", async () => {
  const token = installation().agentKey;
  const own = await send("/api/v1/proposals/1", { token, headers: { "x-correlation-id": "run-77.a" } });
  expect(own.headers.get("x-correlation-id")).toBe("run-77.a");
  const odd = await send("/api/v1/proposals/1", { token, headers: { "x-correlation-id": "two words" } });
  expect(odd.headers.get("x-correlation-id")).toMatch(/^[0-9a-f-]{36}$/);
});
