-- The facts that decide whether a push may be sent, under the names of `PushContext` in db/queries/pushes/pushes.ts.
-- Null: no such push in this tenant. Read outside any lock: begin_sending and confirm_sending compare what may have
-- changed.
CREATE OR REPLACE FUNCTION push_context(p_tenant bigint, p_push bigint) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT to_jsonb(facts) FROM (
    SELECT p.id AS "pushId", p.action_id AS "actionId", p.action_key AS "actionKey", p.line_no AS "lineNo",
      p.destination, p.status AS "pushStatus", p.payload_json AS "requestJson", p.payload_hash AS "pushPayloadHash",
      p.attempts, p.lease_attempt AS "leaseAttempt", p.failure_class AS "failureClass",
      p.last_sent_at IS NOT NULL AND p.last_sent_at > coalesce(p.proved_unwritten_at, '-infinity')
        AS "sentWithoutProof",
      held.until AS "holdUntil", coalesce(held.until <= clock_timestamp(), true) AS "holdPassed",
      extract(epoch FROM clock_timestamp() - began.until)::float8 AS "overForSeconds",
      -- As it was proposed, which nobody can change; a row of before says it itself.
      coalesce(a.facts_json ->> 'netsuite_account', p.netsuite_account) AS "netsuiteAccount",
      p.netsuite_account AS "sentTo",
      extract(epoch FROM p.lease_expires_at - clock_timestamp())::float8 * 1000 AS "leaseLeftMs",
      CASE WHEN p.destination = 'netsuite' AND l.state = 'halted' AND l.probe_at > clock_timestamp()
        THEN extract(epoch FROM l.probe_at - clock_timestamp())::float8 * 1000 END AS "laneShutMs",
      a.status AS "actionStatus", a.action_type AS "actionType", a.entity_type AS "entityType",
      a.entity_ref AS "entityRef", a.customer_ref AS "customerRef", a.payload_text AS "payloadText",
      a.payload_hash AS "payloadHash", a.risk_level AS "riskLevel", a.impact_cents AS "impactCents",
      a.on_behalf_of_user_id AS "onBehalfOfUserId", a.required_approvals AS "requiredApprovals",
      a.correlation_id AS "correlationId", a.trace_id AS "traceId", a.span_id AS "spanId", g.name AS "agentName",
      is_entitled(a.tenant_id, a.action_type) AS entitled,
      EXISTS (SELECT 1 FROM decisions d
        WHERE d.tenant_id = a.tenant_id AND d.action_id = a.id AND d.decision = 'approve'
          AND d.outcome = 'claimed' AND d.payload_hash = a.payload_hash
          AND (d.actor_kind = 'policy' OR a.required_approvals <= (
            SELECT count(DISTINCT v.actor_user_id) FROM decisions v
            WHERE v.tenant_id = a.tenant_id AND v.action_id = a.id AND v.decision = 'approve'
              AND v.payload_hash = a.payload_hash))) AS "decisionStands",
      a.approvers, approval_links(a) AS "approvalLinks", hashed(action_evidence(a)) AS "evidenceHash",
      intake_seals(a) AS "intakeSeals"
    FROM ns_pending_pushes p
    JOIN proposed_actions a ON a.id = p.action_id AND a.tenant_id = p.tenant_id
    JOIN agents g ON g.id = a.agent_id AND g.tenant_id = a.tenant_id
    LEFT JOIN push_lanes l ON l.tenant_id = p.tenant_id
    -- Until when a copy of any request of it may begin, and a negative answer about it proves nothing.
    CROSS JOIN LATERAL (SELECT greatest(p.not_after, p.earlier_not_after) + clock_margin() AS until) AS began
    CROSS JOIN LATERAL (SELECT greatest(p.hold_until, began.until) AS until) AS held
    WHERE p.tenant_id = p_tenant AND p.id = p_push) AS facts);
END $$;
