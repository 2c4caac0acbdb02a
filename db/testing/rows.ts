import postgres from "postgres";
import { seedChannel } from "./channel-rows";
import { seedWebhooks } from "./webhook-rows";
import { insertStandingAuthorisation } from "../seed/rules";
import { insertAgent, insertPerson, insertTenant, insertToken } from "../seed/tenant";
import type { OwnerSql } from "../client";
import type { TestDatabase } from "./test-database";

/** One row in every table for a tenant, written by hand, so that walls and guards are tested without the verbs. */
export interface SeededTenant {
  tenantId: number;
  userId: number;
  agentId: number;
  actionId: number;
  pushId: number;
}

let tenants = 0;
const hash = "a".repeat(64);

export async function seedTenant({ owner }: TestDatabase): Promise<SeededTenant> {
  tenants += 1;
  const slug = `seeded-${tenants}`;
  const tenantId = await insertTenant(owner, { slug, name: slug });
  const person = {
    name: "Pat",
    email: `pat@${slug}.test`,
    role: "admin",
  } as const;
  const userId = await insertPerson(owner, tenantId, person);
  await insertToken(owner, { tenantId, userId, tokenHash: `token-${slug}` });
  const agentId = await insertAgent(owner, tenantId, {
    name: "agent",
    keyHash: `key-${slug}`,
    keyPrefix: "cs_",
    onBehalfOfUserId: userId,
  });
  await insertStandingAuthorisation(owner, tenantId, {
    actionTypes: ["note_attachment"],
    perDayMax: 1,
    policyVersion: 1,
    signedByUserId: userId,
    signedByLabel: "Pat",
    validDays: 1,
  });
  await owner`INSERT INTO policies (tenant_id, version, hash, cedar_text, created_by_label)
    VALUES (${tenantId}, 1, ${hash}, 'permit', 'Pat')`;
  await owner`INSERT INTO auth_attempts (subject) VALUES (${slug})`;
  await owner`INSERT INTO refused_deliveries (route, began_at, forged) VALUES ('slack/events', clock_timestamp(), 1)`;
  const actionId = await insertAction(owner, { tenantId, userId, agentId });
  const append = (entity: string, id: number, type: string, actor: string, label: string) =>
    owner`SELECT append_event(${tenantId}::bigint, ${entity}, ${id}::bigint, ${type}, ${actor}, ${label}, '{}')`;
  await append("proposed_action", actionId, "hitl.proposed", "agent", "agent");
  await owner`
    UPDATE proposed_actions
    SET status = 'approved', decision = 'approve', decided_at = now(), decided_by_kind = 'person',
        decided_by_user_id = ${userId}, decided_by_label = 'Pat', claim_token = gen_random_uuid(),
        approvers = ARRAY[${userId}::bigint]
    WHERE id = ${actionId}`;
  await owner`INSERT INTO decisions (tenant_id, action_id, decision, outcome, payload_hash, actor_kind, actor_user_id,
      actor_label, channel, policy_version, policy_hash, policy_rule)
    VALUES (${tenantId}, ${actionId}, 'approve', 'claimed', ${hash}, 'person', ${userId},
      'Pat', 'api', 1, ${hash}, 'r')`;
  await owner`INSERT INTO live_readings (tenant_id, action_id, read_at, finding)
    VALUES (${tenantId}, ${actionId}, now(), 'holds')`;
  await owner`INSERT INTO dismissed_notices (tenant_id, user_id, action_id)
    VALUES (${tenantId}, ${userId}, ${actionId})`;
  await owner`INSERT INTO edit_tokens (tenant_id, user_id, action_id, payload_hash, decision, token_hash, expires_at)
    VALUES (${tenantId}, ${userId}, ${actionId}, ${hash}, 'approve', ${`edit-${slug}`}, now() + interval '5 minutes')`;
  const [push] = await owner<{ id: number }[]>`
    INSERT INTO ns_pending_pushes (tenant_id, action_id, line_no, action_key, record_key, record_family, record_unread,
      payload_json, payload_hash, status, ns_internal_id, verification, applied_at)
    VALUES (${tenantId}, ${actionId}, 1, ${`cs-${tenantId}-${actionId}`}, 'r', 'r', false, '{}', ${hash},
      'applied', '1', 'verified', now()) RETURNING id`;
  const pushId = push!.id;
  await owner`
    UPDATE proposed_actions SET status = 'applied', applied_at = now(), ns_internal_id = '1' WHERE id = ${actionId}`;
  await append("proposed_action", actionId, "hitl.applied", "system", "push");
  await owner`INSERT INTO ns_push_dlq_log (tenant_id, push_id, action_id, payload_json, error_json, attempts)
    VALUES (${tenantId}, ${pushId}, ${actionId}, '{}', '{}', 3)`;
  await owner`INSERT INTO proposed_actions_applied_mirror (tenant_id, action_id, action_type, entity_type, entity_ref,
      payload_json, payload_hash, ns_internal_id, verification, decided_by_label, approved_at, applied_at)
    VALUES (${tenantId}, ${actionId}, 'ar_note', 'customer', 'c',
      '{}', ${hash}, '1', 'verified', 'Pat', now(), now())`;
  await owner`INSERT INTO action_receipts (tenant_id, idempotency_key, action_id, push_id, status, request_metadata,
      correlation_id, completed_at)
    VALUES (${tenantId}, 'k', ${actionId}, ${pushId}, 'applied', '{}', 'c', now())`;
  const [session] = await owner<{ id: number }[]>`
    INSERT INTO sessions (user_id, tenant_id, session_version, via, expires_at)
    VALUES (${userId}, ${tenantId}, 1, 'password', now() + interval '1 hour') RETURNING id`;
  await owner`INSERT INTO step_up_tokens (tenant_id, user_id, session_id, purpose, subject, token_hash, expires_at)
    VALUES (${tenantId}, ${userId}, ${session!.id}, 'release_switch', 'ns_writes', ${`step-${slug}`}, now())`;
  await owner`INSERT INTO administrator_words (tenant_id, user_id, about, number, by_user_id)
    VALUES (${tenantId}, ${userId}, 'confirmed_leave', 1, ${userId})`;
  await owner`INSERT INTO password_links (tenant_id, user_id, token_hash, expires_at)
    VALUES (${tenantId}, ${userId}, ${`link-${slug}`}, now() + interval '1 hour')`;
  await owner`INSERT INTO outbox (tenant_id, event_name, event_id, body_json)
    VALUES (${tenantId}, 'e', ${`event-${slug}`}, '{}')`;
  await append("push_lane", tenantId, "lane.halted", "system", "push");
  await owner`INSERT INTO retention_runs (tenant_id, started_by_label) VALUES (${tenantId}, 'sweep')`;
  await owner`INSERT INTO quota_buckets (tenant_id, asker, tokens) VALUES (${tenantId}, 'tenant', 1)`;
  await owner`INSERT INTO netsuite_accounts (tenant_id, strategy, account, key_prefix, sealed, set_by_label)
    VALUES (${tenantId}, 'tba', '1234567', 'ck', 'v1.x', 'Ana')`;
  await owner`INSERT INTO content_settings (tenant_id, reason, changed_by_label) VALUES (${tenantId}, 'Asked', 'Ana')`;
  await owner`INSERT INTO grace_settings (tenant_id, seconds, reason, changed_by_label)
    VALUES (${tenantId}, 8, 'Asked', 'Ana')`;
  await seedLimits(owner, tenantId, agentId);
  await owner`INSERT INTO email_drafts (tenant_id, action_id, action_key, payload_hash, customer_ref, to_text, subject,
      body)
    VALUES (${tenantId}, ${actionId}, 'k', ${hash}, 'c', 'a@b.test', 's', 'b')`;
  await owner`INSERT INTO cache_versions (tenant_id, action_id, action_key, payload_hash, name, version)
    VALUES (${tenantId}, ${actionId}, 'k', ${hash}, 'c', 1)`;
  await owner`
    INSERT INTO audit_checkpoints (tenant_id, seq, body_text, hash, signature, key_id, event_ids, event_count,
      sealed_at)
    VALUES (${tenantId}, 1, '{}', ${hash}, 's', 'k', '{[1,2)}', 1, now())`;
  await owner`INSERT INTO audit_verifications (tenant_id, mode, started_by_label) VALUES (${tenantId}, 'full', 'Pat')`;
  await owner`INSERT INTO sweeps (tenant_id) VALUES (${tenantId})`;
  await owner`INSERT INTO daily_figures (tenant_id, day, figure, count) VALUES (${tenantId}, now(), 'approved', 1)`;
  await owner`INSERT INTO weekly_durations (tenant_id, last_day, figure, tier, bucket, count)
    VALUES (${tenantId}, now(), 'applied', 0, 0, 1)`;
  await owner`INSERT INTO customer_watch (tenant_id, action_id, customer_ref, action_type, approved_at)
    VALUES (${tenantId}, ${actionId}, 'c', 'ar_note', now())`;
  await owner`INSERT INTO subscriber_receipts (tenant_id, subscriber, action_id, outcome)
    VALUES (${tenantId}, 'invalidate-caches', ${actionId}, 'Raised')`;
  await owner`INSERT INTO push_devices (tenant_id, user_id, endpoint, p256dh, auth)
    VALUES (${tenantId}, ${userId}, ${`https://push.test/${tenantId}`}, ${"p".repeat(87)}, ${"a".repeat(22)})`;
  await owner`INSERT INTO passkeys (tenant_id, user_id, credential_id, sealed, label)
    VALUES (${tenantId}, ${userId}, 'c', 'v1.x', 'Laptop')`;
  await owner`INSERT INTO passkey_challenges (tenant_id, user_id, session_id, challenge_hash, expires_at)
    VALUES (${tenantId}, ${userId}, ${session!.id}, ${`passkey-${slug}`.padEnd(64, "-")}, now())`;
  await owner`INSERT INTO waiting_values (tenant_id, action_id, place, named_place, field, value)
    VALUES (${tenantId}, ${actionId}, 'p', 'n', 'price', '1.48')`;
  await owner`INSERT INTO proposal_keys (tenant_id, agent_id, idempotency_key, request_hash, action_id)
    VALUES (${tenantId}, ${agentId}, 'again', ${hash}, ${actionId})`;
  await seedWorkflow(owner, { tenantId, userId, agentId });
  await seedChannel(owner, { tenantId, userId, actionId });
  await seedWebhooks(owner, { tenantId, actionId });
  return { tenantId, userId, agentId, actionId, pushId };
}

/** A workflow in force. */
export async function seedWorkflow(
  owner: OwnerSql,
  { tenantId, userId, agentId }: Omit<SeededTenant, "actionId" | "pushId">,
) {
  const [workflow] = await owner<{ id: number; version_id: number }[]>`
    WITH s AS (INSERT INTO workspaces (tenant_id, name) VALUES (${tenantId}, 'general') RETURNING id),
      f AS (INSERT INTO workflows (tenant_id, workspace_id, name, agent_id)
        SELECT ${tenantId}, id, 'hello', ${agentId} FROM s RETURNING id)
    INSERT INTO workflow_versions
      (tenant_id, workflow_id, number, hash, source, definition_text, created_by_user_id, created_by_label)
    SELECT ${tenantId}, id, 1, encode(sha256('{}'), 'hex'), '{}', '{}', ${userId}, 'Pat' FROM f
    RETURNING workflow_id AS id, id AS version_id`;
  await owner`
    INSERT INTO workflow_publications (tenant_id, workflow_id, number, version_id, note, by_user_id, by_label, seal)
    VALUES (${tenantId}, ${workflow!.id}, 1, ${workflow!.version_id}, 'why', ${userId}, 'Pat', 's')`;
  await owner`INSERT INTO workflow_secrets (tenant_id, workflow_id, name, sealed, set_by_label)
    VALUES (${tenantId}, ${workflow!.id}, 'KEY', 'v1.x', 'Pat')`;
  await owner`INSERT INTO workflow_webhooks (tenant_id, workflow_id, name, sealed, set_by_label)
    VALUES (${tenantId}, ${workflow!.id}, 'hook', 'v1.x', 'Pat')`;
  await owner`
    INSERT INTO model_prices (tenant_id, provider, model, from_date, currency, input_price, output_price, reason,
      by_user_id, by_label)
    VALUES (${tenantId}, 'acme', 'large-2', '2026-01-01', 'USD', 1, 1, 'why', ${userId}, 'Pat')`;
  await seedRun(owner, { tenantId, workflowId: workflow!.id, versionId: workflow!.version_id });
}

export async function insertAction(
  owner: OwnerSql,
  { tenantId, userId, agentId }: Pick<SeededTenant, "tenantId" | "userId" | "agentId">,
): Promise<number> {
  const [row] = await owner<{ id: number }[]>`
    INSERT INTO proposed_actions (tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text,
      payload_hash, input_fingerprint, precondition_key, facts_json, facts_read_at, movement_percent, impact_cents,
      customer_ref, sku, agent_id, on_behalf_of_user_id, reason, conversation_ref, model, prompt_template_version,
      correlation_id, trace_id, idempotency_key, request_hash, policy_version, policy_hash, policy_rule, expires_at)
    VALUES (${tenantId}, 'ar_note', 'customer', 'c', '{"a":1}', '{"a":1}',
      ${hash}, ${hash}, 'p', '{"f":1}', now(), 1, 100,
      'c', 's', ${agentId}, ${userId}, 'why', 'conversation', 'model', 'template',
      'c', 't', gen_random_uuid()::text, ${hash}, 1, ${hash}, 'r', now() + interval '1 day')
    RETURNING id`;
  return row!.id;
}

/** The SQLSTATE a statement fails with; null where it does not fail. */
export async function sqlState(statement: PromiseLike<unknown>): Promise<string | null> {
  try {
    await statement;
    return null;
  } catch (error) {
    if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
    throw error;
  }
}

/** A superuser's connection to the test's own database. */
export function superuserUrlOf({ urls, superuserUrl }: TestDatabase): string {
  const url = new URL(superuserUrl);
  url.pathname = new URL(urls.owner).pathname;
  return url.toString();
}

/** A connection as the embedded engine's role. It sees its own schema. */
export function connectAsEngine({ urls }: TestDatabase): postgres.Sql {
  return postgres(urls.engine, { max: 1, onnotice: () => {} });
}

/** A run of one step, which waits for a worker. */
async function seedRun(
  owner: OwnerSql,
  { tenantId, workflowId, versionId }: { tenantId: number; workflowId: number; versionId: number },
) {
  await owner`INSERT INTO workflow_lanes (tenant_id, workflow_id) VALUES (${tenantId}, ${workflowId})`;
  const [step] = await owner<{ id: number; run_id: number }[]>`
    WITH r AS (INSERT INTO runs (tenant_id, workspace_id, workflow_id, workflow_version_id, trigger_type, trigger_ref,
        inputs_json, inputs_hash, started_by_label, writes_max, deadline_at)
      SELECT ${tenantId}, workspace_id, id, ${versionId}, 'api', 'seeded', '{}', ${hash}, 'Pat', 1,
        now() + interval '1 day' FROM workflows WHERE id = ${workflowId} RETURNING id)
    INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, kind, tool_name, idempotency_key, leasable,
      attempts_max, next_eligible_at)
    SELECT ${tenantId}, id, ${workflowId}, 'hi', 0, 'single', 'transform', id || ':hi', true, 5, now() FROM r
    RETURNING id, run_id`;
  await owner`
    INSERT INTO step_receipts (tenant_id, run_id, step_id, idempotency_key, tool_name, status, request_metadata)
    VALUES (${tenantId}, ${step!.run_id}, ${step!.id}, 'k', 'http.request', 'started', '{}')`;
  await owner`
    INSERT INTO step_attempts (tenant_id, run_id, step_id, attempt, worker, outcome)
    VALUES (${tenantId}, ${step!.run_id}, ${step!.id}, 1, 'w', 'lease_lost')`;
  await owner`
    INSERT INTO model_calls (tenant_id, run_id, step_id, attempt, provider, model)
    VALUES (${tenantId}, ${step!.run_id}, ${step!.id}, 1, 'acme', 'large-2')`;
  await owner`
    INSERT INTO evidence_bundles (tenant_id, subject_type, subject_id, ended_at)
    VALUES (${tenantId}, 'run', ${step!.run_id}, now())`;
  await seedInteraction(owner, { tenantId, workflowId, runId: step!.run_id });
}

async function seedLimits(owner: OwnerSql, tenantId: number, agentId: number) {
  await owner`INSERT INTO proposal_limits (tenant_id, pending_max, high_max, agent_high_max, record_max,
      record_high_max, reason, changed_by_label)
    VALUES (${tenantId}, 10000, 1000, 200, 20, 10, 'Asked', 'Ana')`;
  await owner`INSERT INTO held_back (tenant_id, agent_id, reason, hour, count, first_at, last_at)
    VALUES (${tenantId}, ${agentId}, 'rate_limited', date_trunc('hour', now()), 1, now(), now())`;
}

/** A question that a run's step asks, with an answer that nobody has matched to a person yet. */
async function seedInteraction(
  owner: OwnerSql,
  { tenantId, workflowId, runId }: { tenantId: number; workflowId: number; runId: number },
) {
  const [asked] = await owner<{ id: number }[]>`
    INSERT INTO hil_interactions (tenant_id, workflow_id, execution_id, node_id, asked_by_label, interaction_type,
      request_data, responders, asked, created_at, timeout_at, request_hash)
    VALUES (${tenantId}, ${workflowId}, ${runId}, 'hi', 'hello', 'input', '{"message":"?"}', '[{"role":"approver"}]', 1,
      now(), now() + interval '1 hour', ${hash})
    RETURNING id`;
  await owner`
    INSERT INTO hil_responses (tenant_id, raw_payload, source_channel, matched_interaction_id)
    VALUES (${tenantId}, '{}', 'in_app', ${asked!.id})`;
  await owner`
    INSERT INTO workflow_execution_pauses (tenant_id, execution_id, node_id, pause_reason, resume_conditions,
      hil_interaction_id)
    VALUES (${tenantId}, ${runId}, 'hi', 'human_interaction', '{"type":"human_response"}', ${asked!.id})`;
}
