import type postgres from "postgres";
import { expect, test } from "vitest";
import { seedTenant, sqlState } from "./testing/rows";
import { useAppRole } from "./testing/use-app-role";
import { useTestDatabase } from "./testing/use-test-database";

/** Functions that run with their owner's rights, and so look past the walls between tenants. */

const db = await useTestDatabase();
const { asTenant } = useAppRole(db);
const mine = await seedTenant(db);
const theirs = await seedTenant(db);

const refused = "42501";
/** A row is missing that another tenant's insert would have needed to see, before row-level security is even asked. */
const unseen = "P0002";

/** The same as this file's own tenant, with the SQLSTATE that it fails with. */
const stateOf = (work: (tx: postgres.TransactionSql) => Promise<unknown>) =>
  sqlState(asTenant(mine.tenantId, work));

/** They delete, blank and extend what the app may not, for the transaction's own tenant (or for none), and take no tenant. */
const withinOneTenant = [
  "confirm_leave",
  "confirm_first_link",
  "say_app_taken_away",
  "confirm_recovery",
  "confirm_role",
  "decide_action",
  "drop_pending_role",
  "take_back_word",
  "end_membership",
  "raise_tier",
  "enforce_retention",
  "blank_question",
  "blank_replies",
  "forget_old_channel_rows",
  "note_refused_deliveries",
  "count_refused_deliveries",
  "extend_action",
  "mark_first_link",
  "mark_recovered",
  "publish_policy",
  "set_role",
  "set_threshold",
  "sign_standing_authorisation",
  "forget_old_retention_runs",
  "forget_old_live_readings",
  "forget_old_dismissals",
  "forget_old_held_back",
  "forget_old_auth_attempts",
  "queue_evidence",
  "forget_waiting_values",
  "queue_for_sealing",
  "record_checkpoint",
  "count_figures",
  "find_actions",
  "similar_words",
  "index_action",
  "take_message_looks",
];

/** The trigger of a row calls it for that row, and the app may not. */
const forTheTrigger = ["keep_agent_keys", "write_search_text"];

/** The look-ups call it, and the app may not: it follows from a credential that was just presented. */
const forTheLookups = ["remake_agent_key"];
/** They flip a switch, of one tenant or of every one: a release counts with the app's seal alone. */
const forSwitches = ["flip_global_switch", "flip_switch"];

test("the functions that do more than the app may do nothing without a tenant, and are nobody's to call but the app's", async () => {
  const functions = await db.owner<{ name: string; config: string[] | null; owner: string; all: boolean }[]>`
    SELECT proname AS name, proconfig AS config, proowner::regrole::text AS owner,
           has_function_privilege('public', oid, 'EXECUTE') AS all
    FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prosecdef
      AND proname = ANY (${[...withinOneTenant, ...forSwitches, ...forTheLookups, ...forTheTrigger]}) ORDER BY 1`;
  expect(functions.map((one) => one.name)).toEqual(
    [...withinOneTenant, ...forSwitches, ...forTheLookups, ...forTheTrigger].sort(),
  );
  for (const { name, config, owner, all } of functions) {
    expect({ owner, all }, name).toEqual({ owner: "countersign_owner", all: false });
    expect(config?.join(), name).toContain("search_path=public, pg_temp");
  }
  expect(await stateOf((tx) => tx`SELECT remake_agent_key(1, 'a', 'b')`)).toBe(refused);
  expect(await stateOf((tx) => tx`SELECT write_search_text(${theirs.tenantId}, 1)`)).toBe(refused);
  expect(await sqlState(asTenant(null, (tx) => tx`SELECT enforce_retention('sent_outbox', 10)`))).toBe(
    unseen,
  );
});

test("the functions that cross tenants answer for an exact secret and leak nothing by their owner's rights", async () => {
  const functions = await db.owner<{ name: string; config: string[] | null; owner: string }[]>`
    SELECT proname AS name, proconfig AS config, proowner::regrole::text AS owner FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prosecdef
      AND proname <> ALL (${[...withinOneTenant, ...forSwitches, ...forTheLookups, ...forTheTrigger]}) ORDER BY 1`;
  expect(functions.length).toBeGreaterThan(0);
  for (const { name, config, owner } of functions) {
    expect(owner, name).toBe("countersign_lookup");
    expect(config?.join(), name).toContain("search_path=public, pg_temp");
  }
  const [role] =
    await db.owner`SELECT rolsuper, rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname = 'countersign_lookup'`;
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcanlogin: false });
  expect(
    await asTenant(null, (tx) => tx`SELECT tenant_id::int FROM find_personal_token(ARRAY['token-seeded-2'])`),
  ).toEqual([{ tenant_id: theirs.tenantId }]);
  for (const guess of ["", "%", "token-seeded"])
    expect(
      await asTenant(null, (tx) => tx`SELECT * FROM find_personal_token(${[guess]}::text[])`),
    ).toHaveLength(0);
});
