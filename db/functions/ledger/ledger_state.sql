-- The row, or the rows, that a subject's chain speaks about, as they are now. Every event holds it, so that the
-- verification can compare the rows with the last one. Null: the chain speaks of no row that is compared.
CREATE OR REPLACE FUNCTION ledger_state(p_tenant bigint, p_entity_type text, p_entity bigint) RETURNS jsonb
LANGUAGE plpgsql STABLE SET timezone = 'UTC' AS $$
BEGIN
  CASE p_entity_type
  WHEN 'kill_switch' THEN
    RETURN (SELECT jsonb_build_object('engaged', k.engaged, 'reason', k.reason, 'changed_by', k.changed_by_label,
                                      'changed_at', k.changed_at, 'name', k.name, 'flips', k.flips)
            FROM kill_switches k WHERE k.id = p_entity AND k.tenant_id IS NOT DISTINCT FROM p_tenant);
  WHEN 'person' THEN
    RETURN (SELECT jsonb_build_object(
              'role', m.role, 'revoked_at', m.revoked_at, 'role_changes', m.role_changes,
              'in_office_since', m.in_office_since, 'left_office_at', m.left_office_at,
              'seasoned_until', m.seasoned_until, 'administered_until', m.administered_until,
              'leave_unconfirmed', m.leave_unconfirmed, 'leaves', m.leaves, 'left_by', m.left_by_user_id,
              'made_by', m.made_by, 'recovered_at', m.recovered_at, 'recoveries', m.recoveries,
              'recovery_hands', m.recovery_hands, 'first_links', m.first_links,
              'first_link_hands', m.first_link_hands,
              'recovered_by', m.recovered_by_user_id, 'first_link_by', m.first_link_by_user_id,
              'pending_role', m.pending_role, 'pending_role_by', m.pending_role_by_user_id,
              'pending_role_at', m.pending_role_at, 'role_wishes', m.role_wishes,
              'words', (SELECT jsonb_object_agg(w.about, jsonb_build_array(w.number, w.by_user_id))
                        FROM administrator_words w WHERE w.tenant_id = p_tenant AND w.user_id = p_entity))
            FROM memberships m WHERE m.tenant_id = p_tenant AND m.user_id = p_entity);
  WHEN 'agent' THEN
    RETURN (SELECT jsonb_build_object(
              'name', g.name, 'key', hashed(g.key_hash), 'key_prefix', g.key_prefix,
              'previous_key', hashed(g.previous_key_hash), 'previous_key_expires_at', g.previous_key_expires_at,
              'on_behalf_of', g.on_behalf_of_user_id, 'proposals_per_minute_max', g.proposals_per_minute_max,
              'pending_max', g.pending_max, 'revoked_at', g.revoked_at, 'key_makers', g.key_makers)
            -- Events of former releases know no pause.
            || CASE WHEN g.paused_at IS NULL THEN '{}' ELSE jsonb_build_object('paused_at', g.paused_at) END
            FROM agents g WHERE g.tenant_id = p_tenant AND g.id = p_entity);
  WHEN 'retention_period' THEN
    RETURN (SELECT jsonb_object_agg(r.kind, jsonb_build_object(
              'days', r.days, 'reason', r.reason, 'changed_by', r.changed_by_label, 'changed_at', r.changed_at))
            FROM retention_periods r WHERE r.tenant_id = p_tenant);
  WHEN 'content_setting' THEN
    RETURN (SELECT jsonb_build_object('viewers_see_content', c.viewers_see_content, 'reason', c.reason,
                                      'changed_by', c.changed_by_label, 'changed_at', c.changed_at)
            FROM content_settings c WHERE c.tenant_id = p_tenant);
  WHEN 'grace_setting' THEN
    RETURN (SELECT jsonb_build_object('seconds', g.seconds, 'reason', g.reason, 'changed_by', g.changed_by_label,
                                      'changed_at', g.changed_at)
            FROM grace_settings g WHERE g.tenant_id = p_tenant);
  WHEN 'proposal_limits' THEN
    RETURN (SELECT jsonb_build_object(
              'per_minute_max', l.per_minute_max, 'pending_max', l.pending_max, 'high_max', l.high_max,
              'agent_high_max', l.agent_high_max, 'record_max', l.record_max, 'record_high_max', l.record_high_max,
              'reason', l.reason, 'changed_by', l.changed_by_label, 'changed_at', l.changed_at)
            FROM proposal_limits l WHERE l.tenant_id = p_tenant);
  WHEN 'tenant' THEN
    RETURN (SELECT jsonb_build_object('entitled_action_types', t.entitled_action_types, 'suspended_at', t.suspended_at)
            FROM tenants t WHERE t.id = p_tenant);
  WHEN 'risk_tier_rules' THEN
    RETURN jsonb_build_object('rules_hash', rules_hash(p_tenant));
  WHEN 'policy' THEN
    RETURN jsonb_build_object('versions_hash', (
      SELECT hashed(coalesce(string_agg(jsonb_build_object(
        'version', v.version, 'hash', v.hash, 'note', v.note, 'by', v.created_by_label, 'at', v.created_at)::text,
        E'\n' ORDER BY v.version), ''))
      FROM policies v WHERE v.tenant_id = p_tenant));
  WHEN 'standing_authorisation' THEN
    RETURN (SELECT jsonb_build_object(
              'action_types', s.action_types, 'risk_level_max', s.risk_level_max, 'per_day_max', s.per_day_max,
              'policy_version', s.policy_version, 'signed_by', s.signed_by_user_id,
              'signed_by_label', s.signed_by_label, 'created_at', s.created_at, 'expires_at', s.expires_at,
              'revoked_at', s.revoked_at)
            FROM standing_authorisations s WHERE s.tenant_id = p_tenant AND s.id = p_entity);
  WHEN 'workflow' THEN
    RETURN (SELECT jsonb_build_object(
              'name', f.name, 'workspace_id', f.workspace_id, 'agent_id', f.agent_id,
              'versions_hash', (
                SELECT hashed(coalesce(string_agg(jsonb_build_object(
                  'number', v.number, 'hash', v.hash, 'source', hashed(v.source),
                  'definition', hashed(v.definition_text), 'by', v.created_by_user_id,
                  'label', v.created_by_label, 'at', v.created_at)::text, E'\n' ORDER BY v.number), ''))
                FROM workflow_versions v WHERE v.tenant_id = p_tenant AND v.workflow_id = p_entity),
              'publications_hash', (
                SELECT hashed(coalesce(string_agg(jsonb_build_object(
                  'number', p.number, 'version_id', p.version_id, 'note', p.note, 'by', p.by_user_id,
                  'label', p.by_label, 'at', p.at)::text, E'\n' ORDER BY p.number), ''))
                FROM workflow_publications p WHERE p.tenant_id = p_tenant AND p.workflow_id = p_entity))
            FROM workflows f WHERE f.tenant_id = p_tenant AND f.id = p_entity);
  WHEN 'run_caps' THEN
    RETURN (SELECT jsonb_build_object(
              'max_concurrency', l.max_concurrency, 'max_runs_per_min', l.max_runs_per_min,
              'max_writes_per_run', l.max_writes_per_run,
              'max_model_cost_per_day', l.max_model_cost_per_day, 'reason', l.reason, 'changed_by', l.changed_by_label,
              'changed_at', l.changed_at)
            FROM run_lanes l WHERE l.tenant_id = p_tenant);
  WHEN 'model_prices' THEN
    RETURN jsonb_build_object('prices_hash', (
      SELECT hashed(coalesce(string_agg(to_jsonb(m)::text, E'\n' ORDER BY m.id), ''))
      FROM model_prices m WHERE m.tenant_id = p_tenant));
  WHEN 'run' THEN
    -- Of its middle only what never changes: the steps speak when it has ended. Events of former releases know no run
    -- whose end began it.
    RETURN (SELECT to_jsonb(r) - ARRAY['status', 'writes_used', 'error_step', 'error_message', 'cancel_requested_by',
                                       'started_at', 'ended_at', 'inputs_json', 'seal']
            - CASE WHEN r.event_run_id IS NULL THEN ARRAY['event_run_id'] ELSE '{}' END
            || jsonb_build_object('inputs', hashed(r.inputs_json::text), 'end', CASE WHEN r.ended_at IS NOT NULL THEN
              jsonb_build_object(
                'status', r.status, 'writes_used', r.writes_used, 'error_step', r.error_step,
                'error_message', r.error_message, 'cancelled_by', r.cancel_requested_by, 'started_at', r.started_at,
                'ended_at', r.ended_at,
                'steps_hash', (SELECT hashed(string_agg(
                                 (to_jsonb(s) - '{given_seal,output_seal,leased_at}'::text[])::text, E'\n'
                                 ORDER BY s.id))
                               FROM steps s WHERE s.tenant_id = p_tenant AND s.run_id = p_entity),
                'receipts_hash', (SELECT hashed(coalesce(string_agg(
                                    (to_jsonb(t) - '{attempt,seal,request_seal}'::text[])::text, E'\n'
                                    ORDER BY t.id), ''))
                                  FROM step_receipts t WHERE t.tenant_id = p_tenant AND t.run_id = p_entity)) END)
            FROM runs r WHERE r.tenant_id = p_tenant AND r.id = p_entity);
  WHEN 'interaction' THEN
    -- Neither what people were reminded of, nor what the question and its answers say: of those the hashes. Events of
    -- former releases know no blanking.
    RETURN (SELECT to_jsonb(h) - ARRAY['request_data', 'response_data', 'default_response', 'workflow_context',
                                       'updated_at', 'next_escalation_at', 'next_reminder_at', 'reminders_sent',
                                       'warning_sent', 'seal']
            - CASE WHEN h.text_blanked_at IS NULL THEN ARRAY['text_blanked_at'] ELSE '{}' END
            || jsonb_build_object(
              'request', hashed(h.request_data::text), 'response', hashed(h.response_data::text),
              'default_response', hashed(h.default_response::text), 'context', hashed(h.workflow_context::text),
              'responses_hash', (SELECT hashed(coalesce(string_agg((to_jsonb(a) - 'seal'
                                   - CASE WHEN a.text_blanked_at IS NULL THEN ARRAY['text_blanked_at'] ELSE '{}' END
                                   )::text, E'\n' ORDER BY a.id), ''))
                                 FROM hil_responses a
                                 WHERE a.tenant_id = p_tenant AND a.matched_interaction_id = p_entity))
            FROM hil_interactions h WHERE h.tenant_id = p_tenant AND h.id = p_entity);
  ELSE
    RETURN NULL;
  END CASE;
END $$;
