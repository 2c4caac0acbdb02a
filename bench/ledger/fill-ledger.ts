import type postgres from "postgres";

/** Applied notes with everything that proves them: made by sets, past the triggers, with the database's own functions. */

const batch = 20_000;

export interface Filler {
  tenantId: number;
  agentId: number;
  userId: number;
  policyHash: string;
}

/** Pending ones have one event. Applied ones have three, a decision, a push, a receipt and a row of the mirror. */
export type Fate = "pending" | "applied";

/** Inserts the actions with these numbers as ids. */
export async function fillLedger(
  superuser: postgres.Sql,
  filler: Filler,
  { from, to, fate }: { from: number; to: number; fate: Fate },
): Promise<void> {
  for (let start = from; start <= to; start += batch) {
    const end = Math.min(to, start + batch - 1);
    await superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await fillActions(tx, filler, start, end);
      if (fate === "applied") await fillProof(tx, filler);
      else await makePending(tx);
      await fillEvents(tx, filler, fate);
    });
  }
}

async function fillActions(
  tx: postgres.TransactionSql,
  { tenantId, agentId, userId, policyHash }: Filler,
  start: number,
  end: number,
): Promise<void> {
  await tx`CREATE TEMP TABLE filled (LIKE proposed_actions INCLUDING DEFAULTS) ON COMMIT DROP`;
  await tx`
    INSERT INTO filled (id, tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text, payload_hash,
      input_fingerprint, risk_level, risk_rule, facts_read_at, impact_cents, agent_id, correlation_id, request_hash,
      policy_version, policy_hash, policy_rule, status, approvers, claim_token, decision, decided_at, decided_by_kind,
      decided_by_user_id, decided_by_label, applied_at, ns_internal_id, created_at, expires_at, updated_at)
    SELECT n, ${tenantId}, 'ar_note', 'customer', 'Customer ' || n, t::jsonb, t, hashed(t), hashed(t), 2, 'ar-note', at, 0,
      ${agentId}, 'bench-' || n, hashed(t), 1, ${policyHash}, 'bench', 'applied', ARRAY[${userId}::bigint],
      gen_random_uuid(), 'approve', at + interval '1 minute', 'person', ${userId}, 'Ana', at + interval '2 minutes', n::text,
      at, at + interval '3 days', at + interval '2 minutes'
    FROM generate_series(${start}::bigint, ${end}::bigint) AS n,
      LATERAL (SELECT now() - make_interval(secs => 86400 + ${end} - n) AS at,
        '{"action_type":"ar_note","changes":[{"field":"note","to":"Promised to pay invoice ' || n
          || ' by Friday"}],"context":{},"entity_ref":"Customer ' || n || '","entity_type":"customer"}' AS t) AS made`;
}

const makePending = (tx: postgres.TransactionSql) => tx`
  UPDATE filled SET status = 'pending', approvers = '{}', claim_token = NULL, decision = NULL, decided_at = NULL,
    decided_by_kind = NULL, decided_by_user_id = NULL, decided_by_label = NULL, applied_at = NULL, ns_internal_id = NULL`;

async function fillProof(tx: postgres.TransactionSql, { userId }: Filler): Promise<void> {
  await tx`
    INSERT INTO decisions (id, tenant_id, action_id, decision, outcome, payload_hash, actor_kind, actor_user_id, actor_label,
      channel, policy_version, policy_hash, policy_rule, created_at) OVERRIDING SYSTEM VALUE
    SELECT id, tenant_id, id, 'approve', 'claimed', payload_hash, 'person', ${userId}, 'Ana', 'api', 1, policy_hash, 'bench',
      decided_at FROM filled`;
  await tx`
    INSERT INTO ns_pending_pushes (id, tenant_id, action_id, line_no, action_key, record_key, record_family, record_unread,
      payload_json, payload_hash, status, ns_internal_id, verification, readback_json, applied_at, ended_at, queued_at,
      updated_at) OVERRIDING SYSTEM VALUE
    SELECT id, tenant_id, id, 1, 'cs-' || tenant_id || '-' || id, 'customer:' || id, 'customer', false, payload_json,
      payload_hash, 'applied', id::text, 'verified', '[]', applied_at, applied_at, decided_at, applied_at FROM filled`;
  await tx`
    INSERT INTO action_receipts (id, tenant_id, idempotency_key, action_id, push_id, status, request_metadata,
      response_metadata, verification, correlation_id, started_at, completed_at) OVERRIDING SYSTEM VALUE
    SELECT id, tenant_id, 'cs-' || tenant_id || '-' || id, id, id, 'applied', '{}', '{}', 'verified', correlation_id,
      decided_at, applied_at FROM filled`;
  await tx`
    INSERT INTO proposed_actions_applied_mirror (id, tenant_id, action_id, action_type, entity_type, entity_ref,
      payload_json, payload_hash, ns_internal_id, verification, decided_by_label, approved_at, applied_at)
      OVERRIDING SYSTEM VALUE
    SELECT id, tenant_id, id, action_type, entity_type, entity_ref, payload_json, payload_hash, ns_internal_id, 'verified',
      'Ana', decided_at, applied_at FROM filled`;
}

async function fillEvents(tx: postgres.TransactionSql, { userId }: Filler, fate: Fate): Promise<void> {
  const last = fate === "applied" ? 3 : 1;
  await tx`
    CREATE TEMP TABLE bodies ON COMMIT DROP AS
    SELECT a.id, e.seq, e.type, e.kind, e.label, e.at, jsonb_build_object('v', 2, 'tenant_id', a.tenant_id, 'type', e.type,
      'entity_type', 'proposed_action', 'entity_id', a.id, 'seq', e.seq,
      'at', to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'actor', jsonb_build_object('kind', e.kind, 'label', e.label), 'details', e.details, 'state', e.state,
      'rows', e.rows)::text AS body
    FROM filled f, LATERAL (SELECT (f::text::proposed_actions).*) AS a,
      LATERAL (SELECT f::text::proposed_actions AS row) AS whole,
      LATERAL (SELECT action_state(whole.row) AS done) AS s,
      LATERAL (VALUES
        (1, 'hitl.proposed', 'agent', 'bench', a.created_at, jsonb_build_object('payload_hash', a.payload_hash,
          'policy', jsonb_build_object('version', 1, 'hash', a.policy_hash)),
          s.done - ARRAY['approvers', 'claim_token', 'decision', 'decided_at', 'decided_by_kind', 'decided_by_user_id',
            'decided_by_label', 'applied_at', 'ns_internal_id'] || '{"status": "pending", "approvers": []}',
          jsonb_build_object('action', hashed(action_evidence(whole.row)), 'prose', hashed(action_prose(whole.row)))),
        (2, 'hitl.approved', 'person', 'Ana', a.decided_at, jsonb_build_object('payload_hash', a.payload_hash,
          'channel', 'api', 'user_id', ${userId}::bigint, 'push_id', a.id,
          'policy', jsonb_build_object('version', 1, 'hash', a.policy_hash)),
          s.done - ARRAY['applied_at', 'ns_internal_id'] || '{"status": "approved"}',
          jsonb_build_object(
            'decision', (SELECT hashed(decision_evidence(d)) FROM decisions d WHERE d.action_id = a.id),
            'pushes', (SELECT hashed(push_evidence(p)) FROM ns_pending_pushes p WHERE p.action_id = a.id))),
        (3, 'hitl.applied', 'system', 'push', a.applied_at, jsonb_build_object('push_id', a.id), s.done,
          jsonb_build_object(
            'push', (SELECT hashed(push_outcome(p)) FROM ns_pending_pushes p WHERE p.action_id = a.id),
            'receipt', (SELECT hashed(receipt_evidence(r)) FROM action_receipts r
                        WHERE r.tenant_id = a.tenant_id AND r.idempotency_key = 'cs-' || a.tenant_id || '-' || a.id),
            'mirror', (SELECT hashed(mirror_evidence(m)) FROM proposed_actions_applied_mirror m
                       WHERE m.action_id = a.id)))
      ) AS e (seq, type, kind, label, at, details, state, rows)
    WHERE e.seq <= ${last}`;
  await tx`
    CREATE TEMP TABLE hashes ON COMMIT DROP AS
    WITH texts AS (
      SELECT id, max(body) FILTER (WHERE seq = 1) AS b1, max(body) FILTER (WHERE seq = 2) AS b2,
        max(body) FILTER (WHERE seq = 3) AS b3 FROM bodies GROUP BY id),
    first AS (SELECT *, hashed(E'\n' || b1) AS h1 FROM texts),
    second AS (SELECT *, hashed(h1 || E'\n' || b2) AS h2 FROM first)
    SELECT id, h1, h2, hashed(h2 || E'\n' || b3) AS h3 FROM second`;
  await tx`
    WITH inserted AS (
      INSERT INTO events (tenant_id, event_type, entity_type, entity_id, seq, prev_hash, hash, body_text, actor_kind,
        actor_label, occurred_at)
      SELECT f.tenant_id, b.type, 'proposed_action', b.id, b.seq, CASE b.seq WHEN 1 THEN '' WHEN 2 THEN h1 ELSE h2 END,
        CASE b.seq WHEN 1 THEN h1 WHEN 2 THEN h2 ELSE h3 END, b.body, b.kind, b.label, b.at
      FROM bodies b JOIN hashes h ON h.id = b.id JOIN filled f ON f.id = b.id ORDER BY b.id, b.seq
      RETURNING id, tenant_id)
    INSERT INTO unsealed_events (event_id, tenant_id, predates_seals) SELECT id, tenant_id, true FROM inserted`;
  await tx`UPDATE filled SET chain_seq = ${last}, chain_head = CASE ${last}::int WHEN 1 THEN h1 ELSE h3 END FROM hashes h WHERE h.id = filled.id`;
  await tx`INSERT INTO proposed_actions OVERRIDING SYSTEM VALUE SELECT * FROM filled`;
}
