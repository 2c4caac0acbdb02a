import { describe, expect, test } from "vitest";
import { insertAction, seedTenant, sqlState } from "./testing/rows";
import { useSuperuser, useTestDatabase } from "./testing/use-test-database";

const db = await useTestDatabase();
const superuser = useSuperuser(db);
const seeded = await seedTenant(db);

const checkViolated = "23514";
const approved = "status = 'approved', applied_at = NULL";
const rejected = "status = 'rejected', applied_at = NULL";

test("a second receipt under one key is refused within a tenant, also for another action; another tenant's key is its own", async () => {
  const other = await seedTenant(db);
  const actionId = await insertAction(db.owner, seeded);
  const insertReceipt = (tenantId: number, of: number) => db.owner`
    INSERT INTO action_receipts (tenant_id, idempotency_key, action_id, push_id, status, request_metadata,
      correlation_id, completed_at)
    SELECT ${tenantId}, idempotency_key, ${of}, push_id, status, request_metadata, correlation_id, completed_at
    FROM action_receipts WHERE tenant_id = ${tenantId}`;
  const uniqueViolated = "23505";
  expect(await sqlState(insertReceipt(seeded.tenantId, seeded.actionId))).toBe(uniqueViolated);
  expect(await sqlState(insertReceipt(seeded.tenantId, actionId))).toBe(uniqueViolated);
  const keys = await db.owner`SELECT tenant_id, idempotency_key FROM action_receipts ORDER BY tenant_id`;
  expect(keys).toEqual(
    [seeded, other].map(({ tenantId }) => ({ tenant_id: tenantId, idempotency_key: "k" })),
  );
});

test.each(["steps", "step_receipts"])(
  "a row of %s has a key of its own: it is refused without one, and with another row's",
  async (table) => {
    const columns = (
      await superuser<{ name: string }[]>`
        SELECT attname AS name FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0
          AND NOT attisdropped AND attname NOT IN ('id', 'idempotency_key')`
    ).map(({ name }) => name);
    const again = (key: string) =>
      sqlState(
        db.owner.unsafe(
          `INSERT INTO ${table} (${columns.join(", ")}, idempotency_key)
           SELECT ${columns.join(", ")}, ${key} FROM ${table} WHERE tenant_id = ${seeded.tenantId} LIMIT 1`,
        ),
      );
    expect(await again("NULL")).toBe("23502");
    expect(await again("idempotency_key")).toBe("23505");
  },
);

describe("a status comes with the times and names it implies, under every writer", () => {
  // The seeded action is approved and applied; each change breaks one rule and no other.
  test.each<[string, string, string]>([
    ["proposed_actions", "an approval is a decision", `${approved}, decision = NULL`],
    ["proposed_actions", "an approval was made at a time", `${approved}, decided_at = NULL`],
    ["proposed_actions", "an approval carries a claim token", `${approved}, claim_token = NULL`],
    ["proposed_actions", "an approval has all its approvers", `${approved}, approvers = '{}'`],
    ["proposed_actions", "a rejection is a decision", `${rejected}, decision = NULL`],
    ["proposed_actions", "a rejection is not an approval", rejected],
    ["proposed_actions", "pending is undecided", "status = 'pending', applied_at = NULL"],
    ["proposed_actions", "applied has its time", "applied_at = NULL"],
    ["proposed_actions", "applied has NetSuite's id", "ns_internal_id = NULL"],
    ["proposed_actions", "only what was applied has that time", "status = 'approved'"],
    ["proposed_actions", "what ended otherwise has an end", "status = 'expired', applied_at = NULL"],
    ["proposed_actions", "only what ended otherwise has one", "ended_at = now()"],
    ["proposed_actions", "a person decides as themselves", "decided_by_user_id = NULL"],
    ["proposed_actions", "a decision names somebody", "decided_by_label = NULL"],
    ["proposed_actions", "time runs out after the creation", "expires_at = created_at"],
    ["ns_pending_pushes", "pushing has a lease", "status = 'pushing', applied_at = NULL"],
    ["ns_pending_pushes", "only pushing has a lease", "lease_owner = 'x', lease_expires_at = now()"],
    ["ns_pending_pushes", "a lease has an end", "status = 'pushing', applied_at = NULL, lease_owner = 'x'"],
    ["ns_pending_pushes", "unknown has a hold", "status = 'unknown', applied_at = NULL"],
    ["ns_pending_pushes", "applied has its time", "applied_at = NULL"],
    ["ns_pending_pushes", "applied is verified one way or the other", "verification = NULL"],
    ["ns_pending_pushes", "lines count from 1", "line_no = 0"],
    ["action_receipts", "what is completed has its time", "status = 'failed', completed_at = NULL"],
    ["kill_switches", "an engaged switch says why", "engaged = true, reason = ' '"],
    ["kill_switches", "and does not leave it empty", "engaged = true, reason = NULL"],
    ["push_lanes", "a halted lane says why and since when", "state = 'halted', code = 'X'"],
    ["steps", "running has a lease", "status = 'running'"],
    ["steps", "a lease has an end", "status = 'running', lease_owner = 'x'"],
    ["steps", "only running has a lease", "lease_owner = 'x', lease_expires_at = now()"],
    ["steps", "an item has its place", "kind = 'item'"],
    ["steps", "only an item has one", "item = 0"],
    ["steps", "who waits for an approval names its action", "status = 'waiting_approval'"],
    ["steps", "a step waits for none or more", "waits_for = -1"],
    ["steps", "places in a list count from 0", "kind = 'item', item = -1"],
    ["run_lanes", "none or more steps run", "running = -1"],
    ["run_lanes", "one step runs at least", "max_concurrency = 0"],
    ["run_lanes", "a thousand steps run at most", "max_concurrency = 1001"],
    ["run_lanes", "one run begins a minute at least", "max_runs_per_min = 0"],
    ["run_lanes", "ten thousand runs begin a minute at most", "max_runs_per_min = 10001"],
    ["run_lanes", "a run may write nothing, and no less", "max_writes_per_run = -1"],
    ["run_lanes", "a run writes 500 times at most", "max_writes_per_run = 501"],
    ["run_lanes", "models may cost nothing, and no less", "max_model_cost_per_day = -1"],
    ["workflow_lanes", "none or more steps run", "running = -1"],
    ["workflow_lanes", "one step runs at least", "max_concurrency = 0"],
    ["workflow_lanes", "a thousand steps run at most", "max_concurrency = 1001"],
    ["step_receipts", "what is completed has its time", "status = 'succeeded'"],
  ])("%s: %s", async (table, _rule, change) => {
    const state = await sqlState(
      superuser.begin(async (tx) => {
        await tx`SET LOCAL session_replication_role = replica`;
        await tx.unsafe(`UPDATE ${table} SET ${change} WHERE tenant_id = ${seeded.tenantId}`);
      }),
    );
    expect(state).toBe(checkViolated);
  });
});

test("every whole number of eight bytes is one that JavaScript holds exactly", async () => {
  const unbounded = await superuser`
    SELECT a.attrelid::regclass::text || '.' || a.attname AS column FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    WHERE a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = 'bigint'::regtype AND NOT EXISTS (
      SELECT 1 FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.contype = 'c' AND a.attnum = ANY (k.conkey)
        AND pg_get_constraintdef(k.oid) LIKE '%' || quote_ident(a.attname) || ' <= ''9007199254740991''%')`;
  // The wall of these is a function; the next test asks it.
  const behindFunctions = Object.keys(wallFunctions);
  const others = unbounded
    .map(({ column }) => column as string)
    .filter((name) => !behindFunctions.includes(name.split(".")[0]!));
  expect(others).toEqual([]);
});

const wallFunctions = {
  steps: "is_step_within_reason",
  runs: "is_run_within_reason",
  run_lanes: "is_run_lane_within_reason",
  workflow_lanes: "is_workflow_lane_within_reason",
  events: "is_event_within_reason",
};

test.each(Object.entries(wallFunctions))(
  "a row of %s holds no number, time, text or JSON beyond reason, in whichever column",
  async (table, wall) => {
    const large = (characters: number) => JSON.stringify("x".repeat(characters));
    const textMax = table === "events" ? 262_144 : 1_048_576;
    const beyond: Record<string, string[]> = {
      bigint: ["9007199254740992", "-9007199254740992"],
      "timestamp with time zone": ['"1969-12-31 00:00:00+00"', '"2500-01-02 00:00:00+00"'],
      text: [large(textMax + 1)],
      jsonb: [large(4_194_305)],
      "text[]": [
        JSON.stringify(["x".repeat(65_537)]),
        JSON.stringify(Array.from({ length: 1_001 }, () => "x")),
      ],
    };
    const columns = await superuser<{ name: string; type: string }[]>`
      SELECT attname AS name, atttypid::regtype::text AS type FROM pg_attribute
      WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;
    const bounded = columns.filter(({ type }) => beyond[type]);
    expect(bounded.length).toBeGreaterThan(2);
    for (const { name, type } of bounded)
      for (const value of beyond[type]!) {
        const [row] = await superuser.unsafe<{ before: boolean; after: boolean }[]>(
          `SELECT ${wall}(t) IS NOT FALSE AS before,
            ${wall}(jsonb_populate_record(t, jsonb_build_object($2::text, $3::text::jsonb))) AS after
          FROM ${table} t WHERE t.tenant_id = $1 LIMIT 1`,
          [seeded.tenantId, name, value],
        );
        expect([name, row]).toEqual([name, { before: true, after: false }]);
      }
    const time = columns.find(({ type }) => type === "timestamp with time zone")!.name;
    const written = superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx.unsafe(`UPDATE ${table} SET ${time} = '2500-01-02' WHERE tenant_id = ${seeded.tenantId}`);
    });
    expect(await sqlState(written)).toBe(checkViolated);
  },
);
