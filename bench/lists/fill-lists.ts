import type postgres from "postgres";

/** Proposed actions as lists, searches and figures read them, made by sets and past the triggers; no ledger. */

const batch = 50_000;
const indexed = ["proposed_actions", "action_search", "ns_pending_pushes"];

export interface Filler {
  tenantId: number;
  agentIds: readonly number[];
  userId: number;
  policyHash: string;
}

export interface Size {
  actions: number;
  /** The newest ones; every 200th of the others is stale, every 20th each rejected and expired, the rest applied. */
  pending: number;
}

/** The words of every filling: some stand everywhere, some in a quarter, `quince` in twenty actions of any filling. */
export async function fillLists(superuser: postgres.Sql, filler: Filler, size: Size): Promise<void> {
  const indexes = await superuser<{ name: string; definition: string }[]>`
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i WHERE i.indrelid = ANY(${indexed}::text[]::regclass[]) AND NOT i.indisunique`;
  for (const { name } of indexes) await superuser.unsafe(`DROP INDEX ${name}`);
  for (let from = 1; from <= size.actions; from += batch)
    await superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await fillActions(tx, filler, size, from, Math.min(size.actions, from + batch - 1));
    });
  await superuser`SET maintenance_work_mem = '512MB'`;
  await superuser`SET max_parallel_maintenance_workers = 2`;
  for (const { definition } of indexes) await superuser.unsafe(definition);
  await superuser`VACUUM ANALYZE`;
}

async function fillActions(
  tx: postgres.TransactionSql,
  { tenantId, agentIds, userId, policyHash }: Filler,
  { actions, pending }: Size,
  from: number,
  to: number,
): Promise<void> {
  const ended = actions - pending;
  await tx`
    INSERT INTO proposed_actions (id, tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text,
      payload_hash, input_fingerprint, risk_level, risk_rule, facts_json, facts_read_at, impact_cents, movement_percent,
      customer_ref, agent_id, reason, correlation_id, request_hash, policy_version, policy_hash, policy_rule, status,
      approvers, claim_token, decision, decided_at, decided_by_kind, decided_by_user_id, decided_by_label, ended_at,
      applied_at, ns_internal_id, created_at, expires_at, updated_at) OVERRIDING SYSTEM VALUE
    SELECT n, ${tenantId}, type, 'item', item, p, p::text, h, h, 1 + (n * 7919 / 3) % 5, 'bench',
      jsonb_build_object('item_name', name), at, (n * 7919) % 1000000, n % 40, customer,
      (${agentIds}::bigint[])[1 + (n / 7) % ${agentIds.length}], reason, 'bench', h, 1, ${policyHash}, 'bench', status,
      CASE WHEN approved THEN ARRAY[${userId}::bigint] ELSE '{}' END, CASE WHEN approved THEN gen_random_uuid() END,
      CASE WHEN approved THEN 'approve' WHEN status = 'rejected' THEN 'reject' END,
      CASE WHEN decided THEN decided_at END, CASE WHEN decided THEN 'person' END, CASE WHEN decided THEN ${userId}::bigint END,
      CASE WHEN decided THEN 'Ana' END, CASE WHEN status IN ('stale', 'expired') THEN decided_at + interval '1 minute' END,
      CASE WHEN status = 'applied' THEN decided_at + n % 50 * interval '100 milliseconds' END,
      CASE WHEN status = 'applied' THEN n::text END, at, at + interval '3 days', at
    FROM generate_series(${from}::bigint, ${to}::bigint) AS n,
      LATERAL (SELECT
        CASE WHEN n > ${ended} THEN 'pending' WHEN n % 200 = 0 THEN 'stale' WHEN n % 20 = 1 THEN 'rejected'
             WHEN n % 20 = 2 THEN 'expired' ELSE 'applied' END AS status,
        now() - make_interval(secs => (${actions} - n) * ${(90 * 86_400) / 1_000_000}::float8) AS at,
        (ARRAY['bid_price_update', 'ar_note', 'item_price_update', 'inventory_adjustment'])[1 + n / 3 % 4] AS type,
        CASE WHEN n % 10 = 0 THEN 'Coastal Pantry' ELSE 'Customer ' || n % 1999 END AS customer,
        (10000 + n % 5000)::text AS item,
        (ARRAY['Strawberries', 'Blueberries', 'Raspberries', 'Blackberries'])[1 + n / 11 % 4] || ' 8x1 lb' AS name,
        'Invoice ' || (4000000 + n) || ' shows it in week ' || n % 52
          || CASE WHEN n BETWEEN ${ended} - 9 AND ${ended} + 10 THEN ' quince' ELSE '' END AS reason) AS one,
      LATERAL (SELECT status IN ('stale', 'applied') AS approved, status IN ('stale', 'applied', 'rejected') AS decided,
        at + (1 + n * 7919 % 36000) * interval '100 milliseconds' AS decided_at,
        jsonb_build_object('action_type', type, 'entity_type', 'item', 'entity_ref', item, 'changes',
          jsonb_build_array(jsonb_build_object('field', 'price', 'from', '1.42', 'to', '1.48')),
          'context', jsonb_build_object('customer', customer)) AS p) AS two,
      LATERAL (SELECT hashed(p::text || n) AS h) AS three`;
  await tx`
    INSERT INTO action_search (tenant_id, action_id, outline, content)
    SELECT tenant_id, id, outline, outline || search_text(customer_ref || ' ' || (facts_json ->> 'item_name')
      || ' price 1.42 1.48 ' || reason)
    FROM proposed_actions, LATERAL (SELECT search_text(entity_ref || ' item ' || replace(action_type, '_', ' ') || ' L'
      || risk_level || ' ' || (ARRAY['trivial', 'low', 'medium', 'high', 'critical'])[risk_level] || ' agent') AS outline) AS o
    WHERE id BETWEEN ${from} AND ${to}`;
  await tx`
    INSERT INTO ns_pending_pushes (id, tenant_id, action_id, line_no, action_key, record_key, record_family, record_unread,
      payload_json, payload_hash, status, ns_internal_id, verification, readback_json, applied_at, ended_at, queued_at,
      updated_at) OVERRIDING SYSTEM VALUE
    SELECT id, tenant_id, id, 1, 'cs-' || id, 'item:' || entity_ref, 'item', false, '{}', payload_hash,
      status, CASE WHEN status = 'applied' THEN id::text END, CASE WHEN status = 'applied' THEN 'verified' END, '[]',
      applied_at, coalesce(applied_at, ended_at), decided_at, decided_at
    FROM proposed_actions WHERE id BETWEEN ${from} AND ${to} AND status IN ('applied', 'stale')`;
  await tx`
    SELECT count(learn_words(${tenantId}, false, name)) FROM (VALUES
      ('strawberries blueberries raspberries blackberries coastal pantry customer quince invoice price critical medium'))
      AS words (name) WHERE ${from} = 1`;
}
