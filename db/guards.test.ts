import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { ACTION_STATUSES, type ActionStatus, canMoveAction } from "@/lib/core/action/proposed-action";
import { PUSH_STATUSES, type PushStatus, canMovePush } from "@/lib/core/push/push";
import { insertAction, seedTenant, sqlState } from "./testing/rows";
import { useSuperuser, useTestDatabase } from "./testing/use-test-database";

const db = await useTestDatabase();
const superuser = useSuperuser(db);
const seeded = await seedTenant(db);
const app = postgres(db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

const immutable = "CS001";
const illegalMove = "CS002";

/** The columns of a row in each status, as the check constraints require them. */
const approvedFields = `decision = 'approve', decided_at = now(), decided_by_kind = 'person',
  decided_by_user_id = (SELECT min(id) FROM users), decided_by_label = 'Pat',
  claim_token = gen_random_uuid(), approvers = ARRAY[1::bigint]`;
const undecided =
  "decision = NULL, decided_at = NULL, claim_token = NULL, ended_at = NULL, applied_at = NULL";
const actionFields: Record<ActionStatus, string> = {
  // Its time is over, so that it may expire.
  pending: `${undecided}, expires_at = now()`,
  approved: approvedFields,
  applied: `${approvedFields}, applied_at = now(), ns_internal_id = '1'`,
  rejected: `${approvedFields}, decision = 'reject'`.replace("decision = 'approve', ", ""),
  expired: "ended_at = now()",
  cancelled: "ended_at = now()",
  superseded: "ended_at = now()",
  stale: `${approvedFields}, ended_at = now()`,
};
/** The columns that the move itself fills in, so that nothing but the state machine can object. */
const actionMove: Record<ActionStatus, string> = {
  ...actionFields,
  pending: undecided,
  applied: "applied_at = now(), ns_internal_id = '1'",
  stale: "ended_at = now()",
};
const unleased = "lease_owner = NULL, lease_expires_at = NULL";
const notApplied = `${unleased}, applied_at = NULL`;
const pushFields: Record<PushStatus, string> = {
  queued: notApplied,
  pushing: "lease_owner = 'x', lease_expires_at = now(), applied_at = NULL",
  applied: `${unleased}, applied_at = now(), ns_internal_id = '1', verification = 'verified'`,
  unknown: `${notApplied}, hold_until = now()`,
  stale: notApplied,
  dead: notApplied,
  cancelled: notApplied,
};

/** Puts a row into `before` past every guard, tries `change` with all of them on, and undoes both. */
async function attempt(table: string, id: number, before: string, change: string): Promise<string | null> {
  let state: string | null = null;
  const undone = new Error("undone on purpose");
  await superuser
    .begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx.unsafe(`UPDATE ${table} SET ${before} WHERE id = ${id}`);
      await tx`SET LOCAL session_replication_role = origin`;
      state = await sqlState(
        tx.savepoint((inner) => inner.unsafe(`UPDATE ${table} SET ${change} WHERE id = ${id}`)),
      );
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return state;
}

describe("a proposed action goes from status to status as its table says, every pair", () => {
  for (const from of ACTION_STATUSES) {
    for (const to of ACTION_STATUSES.filter((status) => status !== from)) {
      const allowed = canMoveAction(from, to);
      test(`a proposed action, ${from} → ${to}: ${allowed ? "allowed" : "refused"}`, async () => {
        const id = await insertAction(db.owner, seeded);
        const state = await attempt(
          "proposed_actions",
          id,
          `status = '${from}', ${actionFields[from]}`,
          `status = '${to}', ${actionMove[to]}`,
        );
        expect(state).toBe(allowed ? null : illegalMove);
      });
    }
  }
  test.each([
    ["cancelled", ["cancelled", "dead"]],
    ["superseded", ["cancelled", "dead"]],
    ["stale", ["stale", "cancelled"]],
  ] as [ActionStatus, PushStatus[]][])(
    "approved → %s: only while its pushes are %j",
    async (to, pushStatuses) => {
      for (const status of PUSH_STATUSES) {
        const state = await attempt(
          "ns_pending_pushes",
          seeded.pushId,
          `status = '${status}', ${pushFields[status]}`,
          "reconcile_rounds = reconcile_rounds",
        );
        expect(state).toBeNull();
        await superuser.begin(async (tx) => {
          await tx`SET LOCAL session_replication_role = replica`;
          await tx.unsafe(
            `UPDATE ns_pending_pushes SET status = '${status}', ${pushFields[status]} WHERE id = ${seeded.pushId}`,
          );
        });
        const before = `status = 'approved', ${approvedFields}, applied_at = NULL, ended_at = NULL`;
        expect(
          await attempt("proposed_actions", seeded.actionId, before, `status = '${to}', ended_at = now()`),
          status,
        ).toBe(pushStatuses.includes(status) ? null : illegalMove);
      }
    },
  );
});

test("no proposal expires before its time", async () => {
  const id = await insertAction(db.owner, seeded);
  const state = await attempt("proposed_actions", id, undecided, `status = 'expired', ${actionMove.expired}`);
  expect(state).toBe(illegalMove);
});

describe("a push goes from status to status as its table says, every pair", () => {
  for (const from of PUSH_STATUSES) {
    for (const to of PUSH_STATUSES.filter((status) => status !== from)) {
      const allowed = canMovePush(from, to);
      test(`a push in the queue, ${from} → ${to}: ${allowed ? "allowed" : "refused"}`, async () => {
        const state = await attempt(
          "ns_pending_pushes",
          seeded.pushId,
          `status = '${from}', ${pushFields[from]}`,
          `status = '${to}', ${pushFields[to]}`,
        );
        expect(state).toBe(allowed ? null : illegalMove);
      });
    }
  }
});

/** Written by the decision and by the write; final from then on. */
const ofDecision = [
  "decision",
  "decided_at",
  "decided_by_kind",
  "decided_by_user_id",
  "decided_by_label",
  "decision_comment",
  "claim_token",
  "approvers",
  "grace_until",
];
const ofWrite = ["applied_at", "ns_internal_id"];
const ofEnd = ["status", "superseded_by_id", "ended_at", "ended_by_label", "end_reason"];
/** These columns move with the status; every other column of an action is final once its first event sealed it. */
const movable = [...ofDecision, ...ofWrite, ...ofEnd, "chain_head", "chain_seq", "updated_at"];

const columnsOf = async (table: string): Promise<string[]> => {
  const rows = await db.owner<{ column_name: string }[]>`
    SELECT column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} AND is_identity = 'NO' ORDER BY 1`;
  return rows.map((row) => row.column_name);
};

test("every column about the proposal, its weight and its request is immutable, payload and tier first", async () => {
  const id = await insertAction(db.owner, seeded);
  const filled = `chain_seq = 1, supersedes_id = id, undo_of_id = id,
    author_user_id = ${seeded.userId}, record_ref = 'item:1', risk_level = 2, risk_rule = 'r',
    risk_weighed = '{}', prose_blanked_at = now(), location_ref = 'l', weight_parts = '[]',
    claimed_risk_level = 1, raised_from = 1, span_id = 'b7ad6b7169203331'`;
  const checked: string[] = [];
  for (const column of await columnsOf("proposed_actions")) {
    if (movable.includes(column)) continue;
    expect(await attempt("proposed_actions", id, filled, `${column} = NULL`), column).toBe(immutable);
    checked.push(column);
  }
  expect(checked).toEqual(
    expect.arrayContaining([
      "payload_text",
      "payload_json",
      "payload_hash",
      "risk_level",
      "expires_at",
      "required_approvals",
    ]),
  );
});

test("whatever tier an INSERT of the app's role brings, the trigger writes its own, and the rule with it", async () => {
  const weighed = { risk_level: 2, risk_rule: "ar-note" };
  const written = (await columnsOf("proposed_actions")).filter(
    (column) => !movable.includes(column) && column !== "idempotency_key",
  );
  /** As the app writes a row, with a tier and the signs of a weighing of its own. */
  const insertWith = (risk_level: number) =>
    app.begin(async (tx) => {
      await tx`SELECT set_config('app.tenant_id', ${String(seeded.tenantId)}, true)`;
      const brought = { risk_level, risk_rule: "forged", risk_weighed: "{}", raised_from: 1 };
      const own = written.filter((column) => !(column in brought));
      return tx`
        INSERT INTO proposed_actions (${tx([...own, ...Object.keys(brought)])})
        SELECT ${tx(own)}, ${risk_level}, ${brought.risk_rule}, ${brought.risk_weighed}::jsonb, ${brought.raised_from}
        FROM proposed_actions WHERE id = ${seeded.actionId}
        RETURNING risk_level, risk_rule, risk_weighed, raised_from`;
    });
  for (const tier of [1, 2, 3, 4, 5]) {
    const [row] = await insertWith(tier);
    expect(row, `brought L${tier}`).toMatchObject({ ...weighed, raised_from: null });
    expect(row!.risk_weighed).not.toEqual({});
  }
});

test("a decision once made, and an end once reached, is final in every part", async () => {
  const approved = `status = 'approved', ${approvedFields}, decision_comment = 'ok', grace_until = now()`;
  const emptying = (before: string, column: string) =>
    attempt("proposed_actions", seeded.actionId, before, `${column} = NULL`);
  for (const column of ofDecision)
    expect(await emptying(`${approved}, applied_at = NULL`, column), column).toBe(immutable);
  for (const column of ofWrite) expect(await emptying("status = 'applied'", column), column).toBe(immutable);
});

test("the content of a push is immutable", async () => {
  const content = ["tenant_id", "action_id", "action_key", "record_key", "record_family", "record_unread"];
  for (const column of [...content, "payload_json", "payload_hash"])
    expect(
      await attempt("ns_pending_pushes", seeded.pushId, "updated_at = now()", `${column} = NULL`),
      column,
    ).toBe(immutable);
});

test("no statement makes a push due before the grace of its approval is over, sends it, or moves the grace", async () => {
  const id = seeded.pushId;
  const waiting = "status = 'queued', applied_at = NULL, grace_until = now() + interval '8 s'";
  const held = `${waiting}, next_attempt_at = now() + interval '8 s'`;
  const tryOn = (before: string, change: string) => attempt("ns_pending_pushes", id, before, change);
  expect(await tryOn(held, "next_attempt_at = now() + interval '7 s'")).toBe("23514");
  expect(await tryOn(held, `status = 'pushing', ${pushFields.pushing}`)).toBe(illegalMove);
  expect(await tryOn(held, "grace_until = now()")).toBe(immutable);
  expect(await tryOn(held, "grace_until = NULL")).toBe(immutable);
  const over = held.replaceAll("+ interval", "- interval");
  expect(await tryOn(over, `status = 'pushing', ${pushFields.pushing}`)).toBeNull();
});

describe("nobody rewrites history, not even the owner of its tables", () => {
  test.each(["events", "decisions", "proposed_actions_applied_mirror", "policies"])("%s", async (table) => {
    expect(await sqlState(db.owner.unsafe(`UPDATE ${table} SET tenant_id = tenant_id + 1`))).toBe(immutable);
    expect(await sqlState(db.owner.unsafe(`DELETE FROM ${table}`))).toBe(immutable);
    expect(await sqlState(db.owner.unsafe(`TRUNCATE ${table} CASCADE`))).toBe(immutable);
  });
  test.each(["proposed_actions", "action_receipts", "ledger_subjects"])("%s is kept", async (table) => {
    expect(await sqlState(db.owner.unsafe(`DELETE FROM ${table}`))).toBe(immutable);
    expect(await sqlState(db.owner.unsafe(`TRUNCATE ${table} CASCADE`))).toBe(immutable);
  });
  test("a receipt that says applied says so for good", async () => {
    for (const change of ["status = 'failed'", "response_metadata = '{}'", "verification = 'mismatch'"])
      expect(
        await sqlState(
          db.owner.unsafe(`UPDATE action_receipts SET ${change} WHERE push_id = ${seeded.pushId}`),
        ),
      ).toBe(immutable);
  });
});

test("the app's role cannot choose the number of an event: one far ahead would hide all later ones from whoever watches", async () => {
  const insert = app.begin(async (sql) => {
    await sql`SELECT set_config('app.tenant_id', ${String(seeded.tenantId)}, true)`;
    await sql`
      INSERT INTO events (id, tenant_id, event_type, entity_type, entity_id, seq, prev_hash, hash, body_text,
                          actor_kind, actor_label, occurred_at) OVERRIDING SYSTEM VALUE
        VALUES (900000000000000, ${seeded.tenantId}, 'note', 'lane', 1, 1, '', '', '{}', 'system', 'Nobody', now())`;
  });
  expect(await sqlState(insert)).toBe("42501");
});
