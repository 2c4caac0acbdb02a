import { expect, test } from "vitest";
import { seedWorkflow } from "@/db/testing/rows";
import { setContentSetting } from "@/lib/gateway/controls/content-setting";
import { setGraceSetting } from "@/lib/gateway/controls/grace-setting";
import { changeProposalLimits } from "@/lib/gateway/controls/quotas/proposal-limits";
import { fillBusyTenant } from "@/lib/gateway/testing/load/busy-tenant";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { superuser, tenantId } = world;
await fillBusyTenant(world);
const checks = await superuser<{ name: string; relation: string }[]>`
  SELECT conname AS name, conrelid::regclass AS relation FROM pg_constraint
  WHERE contype = 'c' AND connamespace = 'public'::regnamespace`;
for (const { name, relation } of checks)
  await superuser.unsafe(`ALTER TABLE ${relation} DROP CONSTRAINT IF EXISTS "${name}"`);

const of = (alias: string) => `WHERE ${alias}.tenant_id = ${tenantId}`;
const all = (text: string, from: string) =>
  `(SELECT string_agg(coalesce((${text})::text, '-'), '|' ORDER BY id) FROM ${from})`;
const subjects = (kind: string, table: string, id: string) =>
  `(SELECT string_agg(ledger_state(tenant_id, '${kind}', ${id})::text, '|' ORDER BY ${id}) FROM ${table} t ${of("t")})`;
const read: Record<string, string> = {
  proposed_actions: all(
    "ROW(action_evidence(a), action_tier(a), action_state(a), action_prose(a), prose_blanked_at, chain_head, chain_seq)",
    `proposed_actions a ${of("a")}`,
  ),
  decisions: all("ROW(action_id, decision_evidence(d))", `decisions d ${of("d")}`),
  ns_pending_pushes: all(
    "ROW(action_id, push_evidence(p), push_outcome(p))",
    `ns_pending_pushes p ${of("p")}`,
  ),
  action_receipts: all(
    "ROW(action_id, idempotency_key, push_id, receipt_evidence(r))",
    `action_receipts r ${of("r")}`,
  ),
  proposed_actions_applied_mirror: all(
    "ROW(action_id, mirror_evidence(m))",
    `proposed_actions_applied_mirror m ${of("m")}`,
  ),
  ns_push_dlq_log: all(
    "ROW(action_id, letter_evidence(d), payload_json, payload_blanked_at, replayed_at, replayed_by_label)",
    `ns_push_dlq_log d ${of("d")}`,
  ),
  email_drafts: all("ROW(action_id, action_key, draft_evidence(d), status)", `email_drafts d ${of("d")}`),
  kill_switches: subjects("kill_switch", "kill_switches", "id"),
  memberships: subjects("person", "memberships", "user_id"),
  administrator_words: subjects("person", "administrator_words", "user_id"),
  agents: subjects("agent", "agents", "id"),
  standing_authorisations: subjects("standing_authorisation", "standing_authorisations", "id"),
  workflows: subjects("workflow", "workflows", "id"),
  workflow_versions: subjects("workflow", "workflows", "id"),
  workflow_publications: subjects("workflow", "workflows", "id"),
  runs: subjects("run", "runs", "id"),
  steps: subjects("run", "runs", "id"),
  step_receipts: subjects("run", "runs", "id"),
  hil_interactions: subjects("interaction", "hil_interactions", "id"),
  hil_responses: subjects("interaction", "hil_interactions", "id"),
  run_lanes: `ledger_state(${tenantId}, 'run_caps', ${tenantId})`,
  model_prices: `ledger_state(${tenantId}, 'model_prices', ${tenantId})`,
  retention_periods: `ledger_state(${tenantId}, 'retention_period', ${tenantId})`,
  content_settings: `ledger_state(${tenantId}, 'content_setting', ${tenantId})`,
  grace_settings: `ledger_state(${tenantId}, 'grace_setting', ${tenantId})`,
  proposal_limits: `ledger_state(${tenantId}, 'proposal_limits', ${tenantId})`,
  tenants: `ledger_state(${tenantId}, 'tenant', ${tenantId})`,
  risk_tier_rules: `ledger_state(${tenantId}, 'risk_tier_rules', ${tenantId})`,
  policies: `ROW(ledger_state(${tenantId}, 'policy', ${tenantId}), (SELECT string_agg(cedar_text, '|' ORDER BY id) FROM policies p ${of("p")}))`,
};

const changed = (name: string, type: string): string => {
  const c = `"${name}"`;
  switch (type) {
    case "boolean":
      return `NOT coalesce(${c}, false)`;
    case "smallint":
    case "integer":
    case "bigint":
    case "numeric":
      return `coalesce(${c}, 0) + 1`;
    case "timestamp with time zone":
      return `coalesce(${c}, clock_timestamp()) + interval '1 hour'`;
    case "date":
      return `${c} + 1`;
    case "jsonb":
      return `jsonb_build_object('was', ${c})`;
    case "uuid":
      return `gen_random_uuid()`;
    case "text[]":
      return `array_append(coalesce(${c}, '{}'), 'x')`;
    case "bigint[]":
      return `array_append(coalesce(${c}, '{}'), 4711)`;
    case "text":
    case "character":
      return `coalesce(${c}, '') || '1'`;
    default:
      return `(SELECT e FROM unnest(enum_range(NULL::${type})) e WHERE e IS DISTINCT FROM ${c} LIMIT 1)`;
  }
};

/** Columns that verify does not compare, each with the reason why nothing hangs on it. */
const passedOver: Record<string, Record<string, string>> = {
  proposed_actions: {
    updated_at: "when a row was last touched; every touch has its event",
    span_id: "leads into somebody's tracing, and proves nothing",
  },
  ns_pending_pushes: Object.fromEntries([
    ...[
      "attempts",
      "lease_attempt",
      "lease_owner",
      "lease_expires_at",
      "next_attempt_at",
      "hold_until",
      "probed_at",
      "sent_at",
      "reconcile_rounds",
      "send_round",
      "queued_at",
      "updated_at",
      "last_sent_at",
      "proved_unwritten_at",
      "record_family",
      "record_unread",
      "not_after",
      "earlier_not_after",
    ].map((name) => [name, "steers the sending; its outcome is compared, with its receipt"]),
    ["end_seal", "asked for before it is proposed again; a wrong one makes NetSuite be asked"],
  ]),
  email_drafts: {
    changed_by_label: "a copy of the event of the mark",
    changed_at: "a copy of the event of the mark",
  },
  kill_switches: {
    chain_head: "compared with the chain itself",
    chain_seq: "compared with the chain itself",
    release_seal: "asked for at every look; a wrong one halts",
  },
  memberships: {
    created_at: "in_office_since is compared, and counts",
    role_seal: "asked for at every use; a wrong one takes the role away",
  },
  administrator_words: {
    created_at: "no rule asks for it",
    role: "the role that waits is compared",
    seal: "asked for at every use; a wrong one counts for nothing",
  },
  agents: {
    last_used_at: "moves with every request",
    created_at: "no rule asks for it",
    former_principals: "kept by a trigger; the app's role cannot write it",
    principal_changed_at: "kept by a trigger; the app's role cannot write it",
  },
  standing_authorisations: { seal: "asked for at every use; a wrong one authorises nothing" },
  run_lanes: { running: "counts for the lease alone", served_at: "whose turn it is" },
  runs: { seal: "asked for at every step, and in the event of its beginning; a wrong one ends the run" },
  steps: {
    leased_at: "when its present lease began, for its list of attempts alone",
    given_seal: "asked for when the step is done; a wrong one ends the run",
    output_seal: "asked for by the steps after it; a wrong one ends the run",
  },
  step_receipts: {
    attempt: "steers the sending; its end is compared",
    seal: "asked for before the receipt is believed; a wrong one leaves the request's fate unknown",
    request_seal: "asked for before it is sent again, and of each receipt of a run that has ended",
  },
  hil_interactions: {
    ...Object.fromEntries(
      ["next_escalation_at", "next_reminder_at", "reminders_sent", "warning_sent", "updated_at"].map(
        (name) => [name, "when people are told again; whom it asks is compared"],
      ),
    ),
    seal: "asked for whenever it is answered or read; a wrong one counts for nothing",
  },
  hil_responses: { seal: "asked for whenever it is counted; a wrong one counts for nothing" },
  workflows: { created_at: "its first version has its time" },
  workflow_publications: { seal: "asked for at every start; a wrong one starts nothing" },
  policies: { seal: "asked for at every use; a wrong one denies everything" },
  risk_tier_rules: { updated_at: "the events of the changes have their times" },
  tenants: Object.fromEntries(
    ["slug", "name", "time_zone", "currency", "created_at"].map((name) => [
      name,
      "set by the operator at the founding, before there are events; the app's role cannot write it",
    ]),
  ),
};

/** Tables of which verify compares nothing. */
const beside: Record<string, string> = {
  events: "the ledger itself: chains, checkpoints and their Merkle trees",
  ledger_subjects: "heads of chains, compared with the chains",
  audit_checkpoints: "signed, and compared with the events that they cover",
  evidence_bundles: "signed, and verified by themselves (npm run verify)",
  audit_verifications: "results; the base of an incremental one is sealed",
  unsealed_events: "those that the next checkpoint covers",
  threshold_versions: "counts the changes for their seal; a wrong one denies everything",
  action_types: "written from the registry at every migration",
  users: "credentials: hashed or sealed; a change of them is an event",
  agent_key_hashes: "what a trigger keeps of each key, so that it is given to no other agent",
  personal_tokens: "credentials",
  password_links: "credentials",
  sessions: "credentials",
  edit_tokens: "credentials",
  step_up_tokens: "credentials",
  passkeys: "sealed credentials",
  passkey_challenges: "credentials",
  auth_attempts: "counters",
  refused_deliveries: "counters",
  held_back: "counters",
  quota_buckets: "counters",
  netsuite_accounts: "sealed credentials",
  push_lanes: "the state of the account's circuit breaker",
  outbox: "ids on their way; what they ask for is judged again",
  sweeps: "when a sweep last ran",
  retention_runs: "when a sweep last ran",
  live_readings: "for thirty seconds",
  waiting_values:
    "derived from payloads, to say and refuse what conflicts; the claim and the write judge by the payload alone",
  proposal_keys: "answers a repeated request with its proposal; no row of it decides or writes",
  dismissed_notices: "seen or not",
  subscriber_receipts: "who followed an event",
  cache_versions: "for others to read; verify asks of each which write made it (maker_status)",
  action_search: "derived from the actions, for searching alone",
  search_words: "derived from the actions, for searching alone",
  daily_figures: "derived from the actions, for the dashboard alone",
  weekly_durations: "derived from the actions, for the dashboard alone",
  customer_watch: "for others to read",
  workflow_lanes: "counts for the lease alone",
  workflow_secrets: "sealed credentials",
  step_attempts: "for people to read; receipts and seals say what a step did",
  workflow_webhooks: "sealed credentials",
  workflow_execution_pauses: "says why a run waits; its step and its question are compared",
  model_calls: "costs; each that has ended is asked for its seal",
  workspaces: "names that group workflows",
  channel_accounts: "sealed credentials, and how a channel fares",
  channel_links: "sealed; a wrong seal links nobody",
  channel_link_codes: "credentials",
  channel_preferences: "what people want to be told; they see it on their page",
  channel_messages: "who was told of what; a decision and an answer are judged by their own rows",
  channel_deliveries: "what came in, so that a repeat has no effect",
  channel_figures: "counters",
  classifier_health: "how a model fares; each change is an event",
  message_looks: "what is to be looked at; the rows themselves say what is told",
  message_plans: "why each person was chosen or not, for people to read",
  routing_versions: "who is told, not who decides; each version is an event",
  notification_times: "when people are told; each change is an event",
  webhook_endpoints: "sealed keys with their address, and how an endpoint fares; each change is an event",
  webhook_deliveries: "what other systems were told; the rows themselves say what is so",
  push_devices: "browsers that are told; what they are told decides nothing",
};

await seedWorkflow(world.owner, { tenantId, userId: world.admin.userId, agentId: world.agent.agentId });

await superuser.begin(async (tx) => {
  // A run speaks of its steps when it has ended.
  await tx`SET LOCAL session_replication_role = replica`;
  await tx`UPDATE steps SET status = 'succeeded' WHERE tenant_id = ${tenantId}`;
  await tx`UPDATE runs SET status = 'succeeded', ended_at = now() WHERE tenant_id = ${tenantId}`;
});

await setContentSetting(
  await steppedUp(world.owner, world.admin, "show_content", "viewers"),
  { viewers_see_content: true, reason: "Everybody may read" },
  world.gateway,
);

await setGraceSetting(world.admin, { seconds: 5, reason: "Fast hands" }, world.gateway);
await changeProposalLimits(
  world.admin,
  { per_minute_max: 90, record_max: 90, reason: "Few hands" },
  world.gateway,
);

test("every table is compared, or says why not", async () => {
  const rows = await superuser<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`;
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(read), ...Object.keys(beside)].sort());
});

test.each(Object.entries(read))(
  "a change of any column of %s is seen by verify, but for those that say why not",
  async (table, fingerprint) => {
    const columns = await superuser<{ name: string; type: string }[]>`
    SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = ''
      AND attname NOT IN ('id', 'tenant_id')`;
    const scope = table === "tenants" ? `id = ${tenantId}` : `tenant_id = ${tenantId}`;
    const unread: string[] = [];
    for (const { name, type } of columns)
      await superuser
        .begin(async (tx) => {
          await tx`SET LOCAL session_replication_role = replica`;
          const look = async () => JSON.stringify(await tx.unsafe(`SELECT md5((${fingerprint})::text) AS f`));
          const before = await look();
          const { count } = await tx.unsafe(
            `UPDATE ${table} SET "${name}" = ${changed(name, type)} WHERE ctid = (SELECT ctid FROM ${table} WHERE ${scope} ORDER BY "${name}" IS NULL, ctid LIMIT 1)`,
          );
          if (count === 0) unread.push(`${name}: no row`);
          else if ((await look()) === before) unread.push(name);
          throw new Error("undo");
        })
        .catch((error: Error) => {
          // A key that must differ from its neighbours' refuses the change by itself.
          if (error.message !== "undo" && !error.message.startsWith("duplicate key"))
            unread.push(`${name}: ${error.message}`);
        });
    expect(unread.sort()).toEqual(Object.keys(passedOver[table] ?? {}).sort());
  },
);
