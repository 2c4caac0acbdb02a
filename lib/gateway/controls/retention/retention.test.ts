import postgres from "postgres";
import { beforeEach, describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { enforceKind } from "@/db/queries/controls/retention";
import { seedTenant, sqlState } from "@/db/testing/rows";
import { RETENTION_KINDS } from "@/lib/core/ledger/retention";
import {
  RETENTION_BATCH_MAX,
  enforceRetention,
  enforceTenantRetention,
  runRetention,
} from "./enforce-retention";
import { readRetention } from "./read-retention";
import { setRetention } from "./set-retention";
import { approve } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, holdRow, pastEveryGuard } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";

const world = await useWorld();
const { superuser, gateway, viewer } = world;
beforeEach(async () => {
  await world.owner`UPDATE retention_periods SET days = CASE kind WHEN 'sent_outbox' THEN 14 WHEN 'edit_tokens' THEN 30
    WHEN 'dead_letter_payloads' THEN 90 WHEN 'deliveries' THEN 90 WHEN 'step_attempts' THEN 180
    WHEN 'webhook_deliveries' THEN 30 ELSE 365 END`;
});

const immutable = "CS001";
const prose = { reason: "The customer called", evidence: [{ mail: "Please" }], conversation_ref: "thread-7" };

/** A rejected action with prose, which ended `daysAgo`. */
async function endedAction(daysAgo: number, tenant = world): Promise<number> {
  const { proposal } = await tenant.propose(proposals.arNote({ entity_ref: "Riverbend Foods", ...prose }));
  await tenant.decide(tenant.approver, proposal, { decision: "reject" });
  await age(proposal.id, daysAgo);
  return proposal.id;
}

/** Moves an action's decision and end into the past. */
async function age(id: number, days: number): Promise<void> {
  await pastEveryGuard(
    superuser,
    (tx) => tx`UPDATE proposed_actions SET decided_at = decided_at - make_interval(days => ${days}),
        ended_at = ended_at - make_interval(days => ${days}), applied_at = applied_at - make_interval(days => ${days}) WHERE id = ${id}`,
  );
}
async function proseOf(id: number) {
  const [row] =
    await world.owner`SELECT reason, evidence_json, conversation_ref, prose_blanked_at IS NOT NULL AS blanked
    FROM proposed_actions WHERE id = ${id}`;
  return row!;
}
const originalProse = {
  reason: prose.reason,
  evidence_json: prose.evidence,
  conversation_ref: "thread-7",
  blanked: false,
};
const blanked = { reason: "", evidence_json: [], conversation_ref: null, blanked: true };
const enforce = () => enforceTenantRetention(world.tenantId, "test", gateway);

describe("agents' prose", () => {
  test("goes once its action ended longer ago than the period, and not a day before", async () => {
    const due = await endedAction(366);
    const notDue = await endedAction(364);
    expect((await enforce()).counts.agent_prose).toBe(1);
    expect(await proseOf(due)).toEqual(blanked);
    expect(await proseOf(notDue)).toEqual(originalProse);
  });

  test("stays while an action is pending or approved, however old it is", async () => {
    const { proposal: pending } = await world.propose(proposals.arNote(prose));
    const { proposal: approved } = await world.propose(proposals.arNote(prose));
    await approve(world, approved);
    for (const { id } of [pending, approved]) await age(id, 4_000);
    await enforce();
    for (const { id } of [pending, approved]) expect(await proseOf(id)).toEqual(originalProse);
  });

  test("leaves payload, hash, decision and chain as they are, and the ledger intact", async () => {
    const { proposal } = await world.propose(
      proposals.arNote({ entity_ref: "Harbor Light Hotels", ...prose }),
    );
    await approve(world, proposal);
    expect(await world.push((await world.pushOf(proposal.id)).id)).toEqual({ outcome: "applied" });
    const rest = async () => {
      const [row] = await world.owner`
        SELECT to_jsonb(a) - ARRAY['reason', 'evidence_json', 'conversation_ref', 'prose_blanked_at'] AS action,
          (SELECT jsonb_agg(to_jsonb(d)) FROM decisions d WHERE d.action_id = a.id) AS decisions,
          (SELECT jsonb_agg(to_jsonb(r)) FROM action_receipts r WHERE r.action_id = a.id) AS receipts,
          (SELECT jsonb_agg(to_jsonb(e) ORDER BY e.seq) FROM events e WHERE e.entity_type = 'proposed_action' AND e.entity_id = a.id) AS events
        FROM proposed_actions a WHERE a.id = ${proposal.id}`;
      return row!;
    };
    await age(proposal.id, 400);
    const before = await rest();
    await enforce();
    expect(await proseOf(proposal.id)).toEqual(blanked);
    expect(await rest()).toEqual(before);
    const { faults } = await verifyLedger(world.admin, { mode: "full" }, gateway);
    // The tests aged these actions by hand; of the blanked prose nothing is said.
    const aged = ["decision_fields_differ", "applied_differs", "end_differs"];
    expect(faults.filter(({ kind }) => !aged.includes(kind))).toEqual([]);
  });

  test("is blanked by the sweep's function and by nobody else, whatever they set", async () => {
    const id = await endedAction(400);
    const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
    const blank = `UPDATE proposed_actions SET reason = '', evidence_json = '[]', conversation_ref = NULL, prose_blanked_at = now() WHERE id = ${id}`;
    const asApp = (...statements: string[]) =>
      sqlState(
        app.begin(async (tx) => {
          await tx`SELECT set_config('app.tenant_id', ${String(world.tenantId)}, true)`;
          for (const statement of statements) await tx.unsafe(statement);
        }),
      );
    const pretend = "SELECT set_config('countersign.blanking', 'on', true)";
    const refused = "42501";
    expect(await asApp(blank)).toBe(refused);
    expect(await asApp(pretend, blank)).toBe(refused);
    // The function's own settings end with it.
    expect(await asApp("SELECT enforce_retention('sent_outbox', 1)", blank)).toBe(refused);
    expect(await asApp(`UPDATE proposed_actions SET prose_blanked_at = now() WHERE id = ${id}`)).toBe(
      refused,
    );
    expect(await asApp("DELETE FROM outbox")).toBe("42501");
    expect(await sqlState(world.owner.unsafe(blank))).toBe(immutable);
    expect(await proseOf(id)).toEqual(originalProse);
    await app.end();
  });

  test("is all that can go, even for the tables' owner and while blanking is on", async () => {
    const due = await endedAction(400);
    const early = await endedAction(10);
    const owner = (id: number, change: string) =>
      sqlState(
        world.owner.begin(async (tx) => {
          await tx`SELECT set_config('countersign.blanking', 'on', true)`;
          await tx.unsafe(`UPDATE proposed_actions SET ${change} WHERE id = ${id}`);
        }),
      );
    const whole = "reason = '', evidence_json = '[]', conversation_ref = NULL, prose_blanked_at = now()";
    for (const more of [
      "payload_text = '{}'",
      "payload_hash = repeat('0', 64)",
      "risk_level = 1",
      "status = 'pending'",
      "chain_head = ''",
    ])
      expect(await owner(due, `${whole}, ${more}`), more).toBe(immutable);
    expect(await owner(due, "reason = 'another'"), "other prose").toBe(immutable);
    expect(await owner(due, `${whole.replace("''", "'another'")}`), "other prose, marked").toBe(immutable);
    expect(await owner(early, whole), "too early").toBe(immutable);
    const { proposal } = await world.propose(proposals.arNote(prose));
    expect(await owner(proposal.id, whole), "pending").toBe(immutable);
  });

  test("blanks in the reader's view, which says when", async () => {
    const id = await endedAction(400);
    await enforce();
    const detail = await world.read(id);
    expect(detail).toMatchObject({ reason: "", evidence: [], conversation_ref: null });
    expect(detail.prose_blanked_at).toMatch(/^\d{4}-/);
  });
});

describe("rows that only served their time", () => {
  test("sent events and tokens are deleted, payloads of replayed letters blanked, by their own periods", async () => {
    const seeded = await seedTenant(world.db);
    const { tenantId, userId, actionId, pushId } = seeded;
    const hash = "b".repeat(64);
    const { count: sent } =
      await world.owner`UPDATE outbox SET sent_at = now() - interval '15 days' WHERE tenant_id = ${tenantId}`;
    await world.owner`INSERT INTO outbox (tenant_id, event_name, event_id, body_json, sent_at, created_at) VALUES
      (${tenantId}, 'e', 'fresh', '{}', now() - interval '13 days', now()), (${tenantId}, 'e', 'unsent', '{}', NULL, now() - interval '900 days')`;
    await world.owner`INSERT INTO edit_tokens (tenant_id, user_id, action_id, payload_hash, decision, token_hash, expires_at, used_at) VALUES
      (${tenantId}, ${userId}, ${actionId}, ${hash}, 'approve', 'used-old', now() - interval '40 days', now() - interval '31 days'),
      (${tenantId}, ${userId}, ${actionId}, ${hash}, 'approve', 'used-fresh', now() - interval '40 days', now() - interval '29 days'),
      (${tenantId}, ${userId}, ${actionId}, ${hash}, 'approve', 'expired-old', now() - interval '31 days', NULL)`;
    await world.owner`UPDATE ns_push_dlq_log SET payload_json = '{"note":"secret"}', error_json = '{"code":"USER_ERROR","class":"terminal","message":"m","details":"NetSuite said secret"}',
      replayed_at = now() - interval '91 days', replayed_by_label = 'Pat' WHERE tenant_id = ${tenantId}`;
    await world.owner`INSERT INTO ns_push_dlq_log (tenant_id, push_id, action_id, payload_json, error_json, attempts, last_at)
      VALUES (${tenantId}, ${pushId}, ${actionId}, '{"open":1}', '{"code":"TIMEOUT"}', 3, now() - interval '900 days')`;

    const { counts, complete } = await enforceTenantRetention(tenantId, "test", gateway);
    expect({ counts, complete }).toEqual({
      counts: {
        ...Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, 0])),
        sent_outbox: sent,
        edit_tokens: 2,
        dead_letter_payloads: 1,
      },
      complete: true,
    });
    const events = await world.owner`SELECT event_id FROM outbox WHERE tenant_id = ${tenantId} ORDER BY 1`;
    expect(events.map((row) => row.event_id)).toEqual(["fresh", "unsent"]);
    const tokens =
      await world.owner`SELECT token_hash FROM edit_tokens WHERE tenant_id = ${tenantId} ORDER BY 1`;
    expect(tokens.map((row) => row.token_hash)).toEqual([
      expect.stringMatching(/^edit-seeded/),
      "used-fresh",
    ]);
    const letters =
      await world.owner`SELECT payload_json, error_json FROM ns_push_dlq_log WHERE tenant_id = ${tenantId} ORDER BY id`;
    expect(letters).toEqual([
      { payload_json: {}, error_json: { code: "USER_ERROR", class: "terminal", message: "m" } },
      { payload_json: { open: 1 }, error_json: { code: "TIMEOUT" } },
    ]);
    const again = await enforceTenantRetention(tenantId, "test", gateway);
    expect(Object.values(again.counts)).toEqual(RETENTION_KINDS.map(() => 0));
  });

  test("old attempts to sign in go with the sweep, recent ones stay", async () => {
    await world.owner`INSERT INTO auth_attempts (subject, attempted_at) VALUES ('old', now() - interval '25 hours'), ('new', now())`;
    await enforceRetention(gateway);
    const rows = await world.owner`SELECT subject FROM auth_attempts WHERE subject IN ('old', 'new')`;
    expect(rows).toEqual([{ subject: "new" }]);
  });
});

async function fillOutbox(tenantId: number, count: number): Promise<void> {
  await world.owner`INSERT INTO outbox (tenant_id, event_name, event_id, body_json, sent_at)
    SELECT ${tenantId}, 'e', 'bulk-' || gen_random_uuid(), '{}', now() - interval '100 days' FROM generate_series(1, ${count}::int)`;
}

describe("a run", () => {
  test("goes batch by batch; two at once share the rows and each row is counted once", async () => {
    await enforce();
    const count = RETENTION_BATCH_MAX * 3 + 7;
    await fillOutbox(world.tenantId, count);
    const runs = await Promise.all([enforce(), enforce()]);
    const counted = runs.reduce((sum, run) => sum + run.counts.sent_outbox!, 0);
    expect(counted).toBe(count);
    expect(runs.every((run) => run.complete)).toBe(true);
  });

  test("does not wait for rows that somebody holds; the next run takes them", async () => {
    const id = await endedAction(400);
    const barrier = await holdRow(world.owner, "proposed_actions", id);
    expect((await enforce()).counts.agent_prose).toBe(0);
    await barrier.release("commit");
    expect((await enforce()).counts.agent_prose).toBe(1);
  });

  test("goes by its own tenant's period and touches nobody else's rows", async () => {
    const other = await world.addTenant();
    const otherAdmin = await other.person("Olga", "admin");
    await fillOutbox(other.tenantId, 3);
    await fillOutbox(world.tenantId, 2);
    await setRetention(
      otherAdmin,
      { kind: "sent_outbox", days: 200, reason: "An audit is under way" },
      gateway,
    );
    const counts = await enforceRetention(gateway);
    expect(counts.failed).toBe(0);
    const rowsOf = async ({ tenantId }: { tenantId: number }) =>
      (await world.owner`SELECT 1 FROM outbox WHERE tenant_id = ${tenantId} AND event_id LIKE 'bulk-%'`)
        .length;
    expect([await rowsOf(other), await rowsOf(world)]).toEqual([3, 0]);
    // The function has no tenant argument; it uses the transaction's tenant.
    await inTenant(world.db.database, world.tenantId, (tx) => enforceKind(tx, "sent_outbox", 100));
    expect(await rowsOf(other)).toBe(3);
  });

  test("is kept with its starter and its counts; only administrators start one", async () => {
    const run = await runRetention(world.admin, gateway);
    const { runs } = await readRetention(viewer, gateway);
    expect(runs[0]).toEqual(run);
    expect(run).toMatchObject({ started_by: "Adam", complete: true, ended_at: expect.any(String) });
    for (const person of [viewer, world.approver])
      await expectRefusal(runRetention(person, gateway), "not_allowed");
  });
});
