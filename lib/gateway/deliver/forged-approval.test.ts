import { createHash } from "node:crypto";
import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { openSession } from "@/db/queries/people/identity";
import { sqlState } from "@/db/testing/rows";
import type { Role } from "@/lib/core/access/principal";
import { personFromRequest } from "@/lib/auth/session/principals";
import { redeemPasswordLink } from "@/lib/gateway/access/account/redeem-password-link";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { changeRole } from "@/lib/gateway/access/people/role-changes";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, pastEveryGuard } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { sealVote } from "@/lib/gateway/ledger/seals/vote-seal";

/** The app's database role alone writes no decision that is sent, and gives its holder no other person's powers. */

const world = await useWorld();
const { tenantId, owner, approver, viewer, agent } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
process.env.DATABASE_URL = world.db.urls.app;

const refused = "42501";
const asApp = <T>(work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    return work(tx);
  }) as Promise<T>;
const stateOf = (statement: string) => sqlState(asApp((tx) => tx.unsafe(statement)));
const proposed = async () => (await world.propose(proposals.creditLimit(), agent)).proposal;

test("the app's role writes no decision, no push, no policy and no standing authorisation, and gives no role", async () => {
  const { id } = await proposed();
  for (const statement of [
    `UPDATE proposed_actions SET status = 'approved', decision = 'approve', decided_at = now(), decided_by_kind = 'person',
       decided_by_user_id = ${approver.userId}, decided_by_label = 'Ana', claim_token = gen_random_uuid(),
       approvers = ARRAY[${approver.userId}::bigint] WHERE id = ${id}`,
    `UPDATE proposed_actions SET approvers = ARRAY[${approver.userId}::bigint] WHERE id = ${id}`,
    `UPDATE proposed_actions SET risk_level = 1 WHERE id = ${id}`,
    `INSERT INTO decisions (tenant_id, action_id, decision, outcome, payload_hash, actor_kind, actor_user_id, actor_label,
       channel, policy_version, policy_hash, policy_rule)
     SELECT tenant_id, id, 'approve', 'claimed', payload_hash, 'person', ${approver.userId}, 'Ana', 'api', 1, 'h', 'r'
     FROM proposed_actions WHERE id = ${id}`,
    `INSERT INTO ns_pending_pushes (tenant_id, action_id, line_no, action_key, record_key, record_family, record_unread,
       payload_json, payload_hash) SELECT tenant_id, id, 1, 'k', 'r', 'r', false, '{}', payload_hash
     FROM proposed_actions WHERE id = ${id}`,
    `INSERT INTO policies (tenant_id, version, hash, cedar_text, created_by_label)
     VALUES (${tenantId}, 99, '${"0".repeat(64)}', 'permit (principal, action, resource);', 'x')`,
    `INSERT INTO standing_authorisations (tenant_id, action_types, risk_level_max, per_day_max, policy_version,
       signed_by_user_id, signed_by_label, expires_at)
     VALUES (${tenantId}, ARRAY['ar_note'], 1, 1000, 1, ${world.admin.userId}, 'Adam', now() + interval '1 year')`,
    `UPDATE memberships SET role = 'admin' WHERE user_id = ${viewer.userId}`,
    `UPDATE memberships SET in_office_since = NULL WHERE user_id = ${viewer.userId}`,
    `UPDATE memberships SET recovered_at = NULL, recovered_by_user_id = NULL WHERE user_id = ${viewer.userId}`,
    `UPDATE standing_authorisations SET per_day_max = 1000`,
    `UPDATE policies SET seal = NULL`,
    `UPDATE sessions SET second_factor_at = now()`,
    `UPDATE edit_tokens SET user_id = ${approver.userId}`,
    `UPDATE agents SET key_hash = 'x' WHERE id = ${agent.agentId}`,
  ]) {
    const state = await stateOf(statement);
    // The last one is the agent's guard, which asks who made the key.
    expect([refused, "CS001"], statement).toContain(state);
  }
  expect(await world.statusOf(id)).toBe("pending");
});

describe("an approval that the app did not let through is not sent", () => {
  const claimAs = (userId: number, proposal: { id: number; payload_hash: string }, seal: string | null) =>
    asApp(async (tx) => {
      const [made] = await tx`
        SELECT jsonb_agg(jsonb_build_object('action_key', 'cs-' || ${tenantId} || '-' || ${proposal.id}, 'record_key', 'r',
          'record_family', 'r', 'record_unread', false, 'payload', '{}'::jsonb, 'line_no', 1)) AS pushes`;
      const claim = {
        tenant_id: tenantId,
        action_id: proposal.id,
        decision: "approve",
        payload_hash: proposal.payload_hash,
        actor_kind: "person",
        actor_user_id: userId,
        actor_label: "Ana",
        channel: "page",
        confirmed: true,
        policy: { version: 1, hash: "h", rule: "r" },
        required_approvals: 1,
        thresholds_version: 1,
        seal,
        pushes: made!.pushes,
      };
      return tx`SELECT outcome, push_id FROM decide_action(${tx.json(claim as never)}::jsonb)`;
    });
  const sent = async (id: number) => (await world.commitsOf(id)).length;

  test("also where the claim itself was called in somebody's name: a dead letter says so", async () => {
    for (const seal of [null, "0".repeat(64)]) {
      const proposal = await proposed();
      const [row] = await claimAs(approver.userId, proposal, seal);
      expect(row).toMatchObject({ outcome: "claimed" });
      await world.push(Number(row!.push_id));
      expect(await sent(proposal.id)).toBe(0);
      const { last_error_json, status } = await world.pushOf(proposal.id);
      expect({ status, error: last_error_json }).toMatchObject({
        status: "dead",
        error: { code: expect.stringMatching(/^(APPROVAL_UNPROVEN|PAYLOAD_HASH_MISMATCH)$/) },
      });
    }
  });
  test("nor with the seal of another person, payload or action", async () => {
    const [one, two] = [await proposed(), await proposed()];
    const vote = {
      tenantId,
      actionId: one.id,
      payloadHash: one.payload_hash,
      riskLevel: one.risk_level,
      userId: approver.userId,
      standingAuthorisationId: null,
    };
    for (const seal of [
      sealVote({ ...vote, userId: world.admin.userId }),
      sealVote({ ...vote, actionId: two.id }),
      sealVote({ ...vote, payloadHash: "0".repeat(64) }),
      sealVote({ ...vote, userId: null, standingAuthorisationId: 1 }),
      createHash("sha256").update(JSON.stringify(vote)).digest("hex"),
    ]) {
      // The honest claim, with its link in the chain forged past every guard.
      const proposal = await proposed();
      const { id } = proposal;
      await world.decide(approver, proposal);
      await pastEveryGuard(
        world.superuser,
        (tx) => tx`
          UPDATE events SET body_text = jsonb_set(body_text::jsonb, '{details,seal}', to_jsonb(${seal}::text))::text
          WHERE entity_type = 'proposed_action' AND entity_id = ${id} AND event_type = 'hitl.approved'`,
      );
      await world.push((await world.pushOf(id)).id);
      expect(await sent(id)).toBe(0);
      expect(await world.pushOf(id)).toMatchObject({ status: "dead" });
    }
  });
  test("an approval whose event is gone from the ledger sends nothing", async () => {
    const proposal = await proposed();
    const { id } = proposal;
    await world.decide(approver, proposal);
    await pastEveryGuard(
      world.superuser,
      (tx) => tx`
        DELETE FROM events
        WHERE entity_type = 'proposed_action' AND entity_id = ${id} AND event_type = 'hitl.approved'`,
    );
    await world.push((await world.pushOf(id)).id);
    expect(await sent(id)).toBe(0);
    expect(await world.pushOf(id)).toMatchObject({ status: "dead" });
  });
  test("the same approval through the app is sent", async () => {
    const proposal = await proposed();
    await world.decide(approver, proposal);
    await world.push((await world.pushOf(proposal.id)).id);
    expect(await sent(proposal.id)).toBe(1);
  });
});

test("a proposal that the app did not take in is not sent, whoever approves it", async () => {
  const { id: model } = (await world.propose(proposals.bidPrice(), agent)).proposal;
  const [forged] = await asApp(async (tx) => {
    // A lower tier, and one customer on the card for another in the request.
    const [row] = await tx`
      INSERT INTO proposed_actions (tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text, payload_hash,
        input_fingerprint, facts_json, facts_read_at, impact_cents, impact_currency, effects, agent_id, reason, evidence_json,
        correlation_id, request_hash, policy_version, policy_hash, policy_rule, created_at, expires_at, chain_head)
      SELECT tenant_id, 'ar_note', entity_type, 'Somebody Else', payload_json, payload_text, payload_hash, input_fingerprint,
        '{}', clock_timestamp(), 0, 'USD', '{}', agent_id, reason, evidence_json, correlation_id, request_hash, policy_version,
        policy_hash, policy_rule, clock_timestamp(), clock_timestamp() + interval '1 hour', ''
      FROM proposed_actions WHERE id = ${model} RETURNING id, payload_hash, risk_level`;
    // With the true proposal's own event, and its seal.
    await tx`
      SELECT append_event(${tenantId}, 'proposed_action', ${row!.id}, 'hitl.proposed', 'agent', 'x',
        (SELECT body_text::jsonb -> 'details' FROM events
         WHERE entity_type = 'proposed_action' AND entity_id = ${model} AND seq = 1))`;
    return [row!];
  });
  expect(forged).toMatchObject({ risk_level: 2 });
  const proposal = { id: Number(forged!.id), payload_hash: forged!.payload_hash as string };
  await world.decide(approver, proposal);
  await world.push((await world.pushOf(proposal.id)).id);
  expect(await world.commitsOf(proposal.id)).toEqual([]);
  expect(await world.pushOf(proposal.id)).toMatchObject({
    status: "dead",
    last_error_json: { code: "PROPOSAL_UNPROVEN" },
  });
});

describe("credentials that the app did not make open nothing", () => {
  const ask = (token: string) =>
    personFromRequest(
      new Request("http://countersign.test/api/people", { headers: { authorization: `Bearer ${token}` } }),
    );
  test("a token whose hash was written past the app", async () => {
    const token = `csp_${"a".repeat(43)}`;
    const hash = createHash("sha256").update(token).digest("hex");
    await asApp(
      (tx) => tx`INSERT INTO personal_tokens (tenant_id, user_id, name, token_hash, expires_at)
        VALUES (${tenantId}, ${approver.userId}, 't', ${hash}, now() + interval '1 day')`,
    );
    await expect(ask(token)).rejects.toMatchObject({ code: "unauthenticated" });
  });
  test("nor does a key of one's own whose hash was copied into the table of another kind", async () => {
    const { companyOf } = await import("@/lib/gateway/access/found-company");
    const { agent: own, key } = await companyOf(owner, { tenantId, slug: "s", name: "n" }).addAgent({
      name: "own-agent",
    });
    const proposal = (await world.propose(proposals.bigCreditRevoke(), agent)).proposal;
    const sessionId = (await openSession(world.db.database.sql, {
      userId: world.admin.userId,
      sessionVersion: 1,
      via: "password",
      userAgent: "Firefox",
      validSeconds: 3_600,
    }))!;
    await asApp(async (tx) => {
      const [{ hash }] = await tx<
        [{ hash: string }]
      >`SELECT key_hash AS hash FROM agents WHERE id = ${own.agentId}`;
      const whom = { tenant_id: tenantId, user_id: world.admin.userId, token_hash: hash };
      const at = { ...whom, expires_at: new Date(Date.now() + 300_000) };
      await tx`INSERT INTO personal_tokens ${tx({ ...at, name: "t" })}`;
      await tx`INSERT INTO password_links ${tx(at)}`;
      await tx`INSERT INTO edit_tokens ${tx({ ...at, action_id: proposal.id, payload_hash: proposal.payload_hash, decision: "approve" })}`;
      await tx`INSERT INTO step_up_tokens ${tx({ ...at, session_id: sessionId, purpose: "publish_policy", subject: "1" })}`;
    });
    await expect(ask(key)).rejects.toMatchObject({ code: "not_allowed" });
    await expectRefusal(
      redeemPasswordLink({ token: key, password: "three unrelated words" }, world.gateway),
      "expired",
    );
    const stepped = { ...world.admin, via: "session", sessionId, stepUp: key } as const;
    await expectRefusal(
      inTenant(world.db.database, tenantId, (tx) =>
        spendStepUp(tx, stepped, { purpose: "publish_policy", subject: "1" }),
      ),
      "step_up_invalid",
    );
    await expectRefusal(world.decide(world.admin, proposal, { editToken: key }), "edit_token_invalid");
  });
  test("a role without its seal lets a person view", async () => {
    const { companyOf } = await import("@/lib/gateway/access/found-company");
    const token = await companyOf(owner, { tenantId, slug: "s", name: "n" }).addToken(viewer);
    await owner`UPDATE memberships SET role = 'admin' WHERE user_id = ${viewer.userId}`;
    expect(await ask(token)).toMatchObject({ userId: viewer.userId, role: "viewer" });
    await owner`
      UPDATE memberships SET role_seal = (SELECT role_seal FROM memberships WHERE user_id = ${world.admin.userId})
      WHERE user_id = ${viewer.userId}`;
    expect(await ask(token)).toMatchObject({ role: "viewer" });
    await owner`UPDATE memberships SET role = 'viewer' WHERE user_id = ${viewer.userId}`;
  });
  test("a role's seal from before it was taken away gives it to nobody again", async () => {
    const { companyOf } = await import("@/lib/gateway/access/found-company");
    const company = companyOf(owner, { tenantId, slug: "s", name: "n" });
    const colleague = await company.addPerson({ name: "Colleague", role: "approver" });
    const token = await company.addToken(colleague);
    const { userId } = colleague;
    // A second administrator of the last seven days would be waited for: the tests before had one.
    await owner`UPDATE memberships SET administered_until = NULL WHERE tenant_id = ${tenantId}`;
    const change = async (role: Role) =>
      changeRole(
        await steppedUp(owner, world.admin, "change_role", `${userId}:${role}`),
        { id: userId, role },
        world.gateway,
      );
    const sealOf = async () =>
      (await owner`SELECT role_seal FROM memberships WHERE user_id = ${userId}`)[0]!.role_seal as string;
    const seals = [await sealOf()];
    await change("viewer");
    await change("approver");
    seals.push(await sealOf());
    expect(await ask(token)).toMatchObject({ role: "approver" });
    await change("viewer");
    for (const seal of seals) {
      const [given] = await asApp(
        (tx) => tx`
          SELECT set_role(${userId}, 'approver', ${seal}, NULL, NULL, true, ${world.admin.userId}) AS outcome`,
      );
      expect(given).toEqual({ outcome: "given" });
      expect(await ask(token)).toMatchObject({ role: "viewer" });
    }
    await change("viewer");
    await change("approver");
    expect(await ask(token)).toMatchObject({ role: "approver" });
  });
});
