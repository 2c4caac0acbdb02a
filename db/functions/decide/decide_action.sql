-- The claim: one call, one winner, whatever the race (docs/adr/0002).
--
-- The order matters: first the row's lock, then the switches, so that the conditional UPDATE runs after every wait, on
-- fresh snapshots and the clock of that moment. (An UPDATE that waits for a lock which goes away unchanged does not
-- look at its WHERE again: it would approve an action that expired meanwhile.)
-- Measured: 3.0 ms an approval (median), SELECT 1 0.10. A round trip for each statement would cost more than they do.
-- An empty UPDATE is explained by re-reading the row. Outcomes:
--   this call wrote: claimed, vote_recorded
--   nothing was written: already_decided, expired, changed, blocked, not_found, not_allowed, not_entitled,
--     recently_recovered, new_in_office, own_proposal, not_independent, words_changed, drifted, tier_raised,
--     thresholds_changed, confirmation_missing, token_missing, token_invalid
--
-- The one way to a decision: the app's role cannot write one itself, and runs this with the rights of the tables'
-- owner. The seal in the event is the app's own; without it nothing is sent (docs/adr/0060).
CREATE OR REPLACE FUNCTION decide_action(p jsonb) RETURNS decide_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- p: tenant_id, action_id, decision, payload_hash, risk_level (that the seal names), actor_kind, actor_user_id,
  --    actor_label, comment, channel, confirmed, asks_confirmation (a card does not show it whole),
  --    edit_token_forms, standing_authorisation_id, policy {version, hash, rule}, required_approvals,
  --    requires_step_up (as the policy asks now), seal, switches_from_environment[], pushes [{action_key, record_key,
  --    record_family, record_unread, payload, line_no, destination}] (approve only; one per line),
  --    sends_request_seconds (so long the caller sends the push's request; null: whoever takes it by take_unsent)
  -- As the app read them, with seals that it found genuine: thresholds_version, switches_seen [{id, flips, released}],
  --    words_seen (confirmations) [{userId, about, number, byUserId, role, seal}], unwritten [ids of actions that were
  --    sent and ended without a write]
  v_tenant bigint := (p ->> 'tenant_id')::bigint;
  v_id bigint := (p ->> 'action_id')::bigint;
  v_approve boolean := (p ->> 'decision') = 'approve';
  v_user bigint := (p ->> 'actor_user_id')::bigint;
  v_person boolean := (p ->> 'actor_kind') = 'person';
  v_label text := p ->> 'actor_label';
  v_before proposed_actions;
  v_after proposed_actions;
  v_switch record;
  v_reading live_readings;
  v_risk record;
  v_token_id bigint;
  v_voters record;
  v_needed integer;
  v_approvals integer := 0;
  v_claims boolean;
  v_grace integer;
  v_out decide_outcome;
BEGIN
  PERFORM set_config('app.tenant_id', v_tenant::text, true);

  SELECT * INTO v_before FROM proposed_actions WHERE id = v_id AND tenant_id = v_tenant FOR UPDATE;
  IF NOT FOUND THEN
    v_out.outcome := 'not_found';
    RETURN v_out;
  END IF;

  IF v_before.status <> 'pending' OR v_before.expires_at <= clock_timestamp()
     OR v_before.payload_hash <> (p ->> 'payload_hash')
     OR v_user = ANY (v_before.approvers) AND v_approve THEN
    RETURN decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
  END IF;

  -- Claims under one signature wait for one another here, so that each counts those before it.
  IF NOT v_person THEN
    PERFORM 1 FROM standing_authorisations s
      WHERE s.id = (p ->> 'standing_authorisation_id')::bigint AND s.tenant_id = v_tenant FOR UPDATE;
  END IF;
  -- Authority is read now, not when the session began.
  IF v_person AND NOT EXISTS (
       SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
       WHERE m.tenant_id = v_tenant AND m.user_id = v_user AND m.revoked_at IS NULL AND u.disabled_at IS NULL
         AND m.role IN ('approver', 'admin'))
     OR NOT v_person AND is_called_off(v_tenant, step_that_proposed(v_before))
     OR NOT v_person AND NOT EXISTS (
       SELECT 1 FROM standing_authorisations s
       JOIN memberships m ON m.tenant_id = s.tenant_id AND m.user_id = s.signed_by_user_id
       JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
       -- Nothing is approved for an agent that an administrator has revoked or paused since it proposed.
       JOIN agents g ON (g.tenant_id, g.id) = (s.tenant_id, v_before.agent_id)
         AND g.revoked_at IS NULL AND g.paused_at IS NULL
       WHERE s.id = (p ->> 'standing_authorisation_id')::bigint AND s.tenant_id = v_tenant AND s.revoked_at IS NULL
         AND s.expires_at > clock_timestamp() AND v_before.action_type = ANY (s.action_types)
         AND v_before.risk_level <= s.risk_level_max AND v_approve AND v_before.required_approvals = 1
         -- Whatever thresholds and policy say: money, a marked row and a type that is not trivial need a person.
         AND is_trivial_type(v_before.action_type) AND v_before.impact_cents = 0 AND v_before.marks = '{}'
         AND m.role = 'admin' AND m.revoked_at IS NULL
         AND (SELECT count(*) FROM decisions d WHERE d.tenant_id = v_tenant AND d.standing_authorisation_id = s.id
                AND d.created_at > clock_timestamp() - interval '24 hours') < s.per_day_max) THEN
    v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
    v_out.outcome := 'not_allowed';
    RETURN v_out;
  END IF;

  IF v_person AND v_before.risk_level >= 4 AND EXISTS (
       SELECT 1 FROM people_in_office(v_tenant) o WHERE o.user_id = v_user AND o.recovering) THEN
    v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
    v_out.outcome := 'recently_recovered';
    RETURN v_out;
  END IF;

  IF v_approve AND NOT is_entitled(v_tenant, v_before.action_type) THEN
    v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
    v_out.outcome := 'not_entitled';
    RETURN v_out;
  END IF;

  -- The policy may ask for more than it did at the proposal, and never for less.
  v_needed := greatest(v_before.required_approvals, (p ->> 'required_approvals')::integer);

  IF v_approve THEN
    -- Approvals on one record get push ids in the order in which they are committed. Before the look at the switches:
    -- whoever engages one waits for no look that itself waits.
    IF jsonb_typeof(p -> 'pushes') = 'array' THEN
      PERFORM lock_records(v_tenant, 'push', p -> 'pushes');
    END IF;
    PERFORM lock_totals(v_tenant, ARRAY[v_id]);
    SELECT * INTO v_switch FROM engaged_switch(
      v_tenant,
      CASE WHEN v_before.risk_level >= 4 THEN ARRAY['proposed_apply', 'high_risk_ops'] ELSE ARRAY['proposed_apply'] END,
      ARRAY(SELECT jsonb_array_elements_text(coalesce(p -> 'switches_from_environment', '[]'))),
      coalesce(p -> 'switches_seen', '[]'));
    IF v_switch.name IS NOT NULL THEN
      v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
      v_out.outcome := 'blocked';
      v_out.blocked_by := v_switch.name;
      v_out.blocked_since := v_switch.since;
      RETURN v_out;
    END IF;
    -- Raised between the look at it and here: the app's seal is for the tier that was seen.
    IF (p ->> 'risk_level')::smallint <> v_before.risk_level THEN
      v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
      v_out.outcome := 'tier_raised';
      v_out.risk_level := v_before.risk_level;
      v_out.risk_rule := v_before.risk_rule;
      RETURN v_out;
    END IF;
    -- A live reading that is not older than LIVE_FRESH_SECONDS of lib/core and speaks against the write. Without one
    -- the precondition of the push alone decides: machines need no reading, and NetSuite may be out of reach.
    SELECT * INTO v_reading FROM live_readings r
      WHERE r.tenant_id = v_tenant AND r.action_id = v_id AND r.read_at >= clock_timestamp() - interval '30 seconds';
    IF v_reading.risk_level > v_before.risk_level OR v_reading.finding IN ('drifted', 'missing', 'elsewhere') THEN
      v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
      v_out.outcome := CASE WHEN v_reading.risk_level > v_before.risk_level THEN 'tier_raised' ELSE 'drifted' END;
      v_out.risk_level := coalesce(v_reading.risk_level, v_before.risk_level);
      RETURN v_out;
    END IF;
    -- Weighed again, with all that was approved since: a sum that was split is one sum again. Nothing is written here;
    -- raise_tier gives the row its new tier, and then the person decides at that tier.
    SELECT * INTO v_risk FROM weigh_risk(
      v_before, v_id, false,
      ARRAY(SELECT jsonb_array_elements_text(coalesce(p -> 'unwritten', '[]'))::bigint));
    IF v_risk.tier > v_before.risk_level THEN
      v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
      v_out.outcome := 'tier_raised';
      v_out.risk_level := v_risk.tier;
      v_out.risk_rule := v_risk.rule;
      RETURN v_out;
    END IF;
    -- Asked after the weighing: a change that was committed before it is seen here, and the app saw no seal of it.
    IF (p ->> 'thresholds_version')::integer IS DISTINCT FROM (
         SELECT max(t.version) FROM threshold_versions t WHERE t.tenant_id = v_tenant) THEN
      v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
      v_out.outcome := 'thresholds_changed';
      RETURN v_out;
    END IF;
    IF v_person THEN
      -- One statement, and with it one snapshot: what was weighed is what is compared below.
      SELECT v.*, words_in_force(v_tenant) AS words INTO v_voters FROM weigh_voters(v_before, v_user, v_needed) AS v;
      IF v_voters.refusal IS NOT NULL THEN
        v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
        v_out.outcome := v_voters.refusal;
        v_out.decided_by := v_voters.because;
        RETURN v_out;
      END IF;
      v_approvals := v_voters.counted;
      v_needed := v_voters.needed;
      -- Nothing is approved unless every word that the weighing counted carries the app's seal (docs/adr/0082).
      IF (v_before.risk_level >= 4 OR v_needed > 1)
         AND NOT coalesce(p -> 'words_seen', '[]') @> v_voters.words THEN
        v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
        v_out.outcome := 'words_changed';
        RETURN v_out;
      END IF;
    END IF;
    -- Asked of the payload whose hash was just compared, so the answer belongs to these very bytes.
    IF v_person AND (v_before.risk_level >= 4 OR coalesce((p ->> 'asks_confirmation')::boolean, false))
       AND NOT coalesce((p ->> 'confirmed')::boolean, false) THEN
      v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
      v_out.outcome := 'confirmation_missing';
      RETURN v_out;
    END IF;
    IF v_person AND (v_before.risk_level >= 5 OR v_before.requires_step_up
                     OR coalesce((p ->> 'requires_step_up')::boolean, false)) THEN
      -- Consumed here, in the claim's own transaction: of two requests with one token, one decides.
      UPDATE edit_tokens SET used_at = clock_timestamp()
        WHERE token_hash = ANY (ARRAY(SELECT jsonb_array_elements_text(nullif(p -> 'edit_token_forms', 'null'))))
          AND tenant_id = v_tenant AND user_id = v_user AND action_id = v_id
          AND payload_hash = v_before.payload_hash AND decision = 'approve' AND used_at IS NULL
          AND expires_at > clock_timestamp()
        RETURNING id INTO v_token_id;
      IF v_token_id IS NULL THEN
        v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
        v_out.outcome := CASE WHEN p ->> 'edit_token_forms' IS NULL THEN 'token_missing' ELSE 'token_invalid' END;
        RETURN v_out;
      END IF;
    END IF;
  END IF;

  v_claims := NOT v_approve OR NOT v_person OR v_approvals >= v_needed;
  -- A tap on a page is the one decision that slips: its person may take it back while the pushes wait (docs/adr/0068).
  IF v_claims AND v_person AND p ->> 'channel' = 'page' AND v_before.risk_level IN (2, 3) THEN
    v_grace := nullif(grace_seconds(v_tenant), 0);
  END IF;

  UPDATE proposed_actions SET
      status = CASE WHEN NOT v_claims THEN status WHEN v_approve THEN 'approved' ELSE 'rejected' END,
      approvers = CASE WHEN v_approve AND v_person THEN approvers || v_user ELSE approvers END,
      required_approvals = CASE WHEN v_approve AND v_person THEN v_needed ELSE required_approvals END,
      claim_token = CASE WHEN v_claims THEN gen_random_uuid() END,
      decision = CASE WHEN v_claims THEN p ->> 'decision' END,
      decided_at = CASE WHEN v_claims THEN clock_timestamp() END,
      decided_by_kind = CASE WHEN v_claims THEN p ->> 'actor_kind' END,
      decided_by_user_id = CASE WHEN v_claims THEN v_user END,
      decided_by_label = CASE WHEN v_claims THEN v_label END,
      decision_comment = CASE WHEN v_claims THEN p ->> 'comment' END,
      grace_until = clock_timestamp() + make_interval(secs => v_grace)
    WHERE id = v_id AND tenant_id = v_tenant AND status = 'pending' AND expires_at > clock_timestamp()
      AND payload_hash = (p ->> 'payload_hash') AND NOT (v_approve AND v_person AND v_user = ANY (approvers))
    RETURNING * INTO v_after;
  IF NOT FOUND THEN
    -- Only time can have changed under the lock. Raising would undo the token's use too; expired actions need none.
    RETURN decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
  END IF;

  INSERT INTO decisions (tenant_id, action_id, decision, outcome, payload_hash, actor_kind, actor_user_id, actor_label,
                         comment, channel, policy_version, policy_hash, policy_rule, edit_token_id,
                         standing_authorisation_id, risk_level)
    VALUES (v_tenant, v_id, p ->> 'decision', CASE WHEN v_claims THEN 'claimed' ELSE 'vote_recorded' END,
            v_after.payload_hash, p ->> 'actor_kind', v_user, v_label, p ->> 'comment', p ->> 'channel',
            (p #>> '{policy,version}')::integer, p #>> '{policy,hash}', p #>> '{policy,rule}', v_token_id,
            (p ->> 'standing_authorisation_id')::bigint, v_after.risk_level);

  v_out.outbox_ids := '{}';
  IF v_claims AND v_approve THEN
    WITH lines AS (
      INSERT INTO ns_pending_pushes (tenant_id, action_id, action_key, record_key, record_family, record_unread,
                                     payload_json, payload_hash, line_no, destination, grace_until, next_attempt_at)
      SELECT v_tenant, v_id, q ->> 'action_key', q ->> 'record_key', q ->> 'record_family',
             (q ->> 'record_unread')::boolean, q -> 'payload', v_after.payload_hash, (q ->> 'line_no')::integer,
             coalesce(q ->> 'destination', 'netsuite'), v_after.grace_until,
             coalesce(v_after.grace_until, clock_timestamp())
      FROM jsonb_array_elements(p -> 'pushes') WITH ORDINALITY AS e (q, n) ORDER BY n
      RETURNING id
    ) SELECT min(id) INTO v_out.push_id FROM lines;
    -- An approval that nothing would carry out is no approval.
    IF v_out.push_id IS NULL THEN
      RAISE EXCEPTION 'approving action % needs a push', v_id USING ERRCODE = 'CS003';
    END IF;
  END IF;

  PERFORM append_event(v_tenant, 'proposed_action', v_id,
    CASE WHEN NOT v_claims THEN 'hitl.vote_recorded' WHEN v_approve THEN 'hitl.approved' ELSE 'hitl.rejected' END,
    p ->> 'actor_kind', v_label,
    jsonb_strip_nulls(jsonb_build_object(
      'payload_hash', v_after.payload_hash, 'risk_level', v_after.risk_level, 'comment', p ->> 'comment',
      'channel', p ->> 'channel', 'user_id', v_user, 'policy', p -> 'policy', 'push_id', v_out.push_id,
      'standing_authorisation_id', p -> 'standing_authorisation_id', 'seal', p ->> 'seal',
      'approvals', v_approvals, 'required_approvals', v_after.required_approvals)));

  IF v_claims THEN
    WITH sent AS (
      INSERT INTO outbox (tenant_id, event_name, event_id, body_json, attempts, next_attempt_at)
      SELECT v_tenant, e.name, e.id, e.body, CASE WHEN e.seconds IS NULL THEN 0 ELSE 1 END,
             clock_timestamp() + coalesce(make_interval(secs => e.seconds), '0') FROM (VALUES
        (CASE WHEN v_approve THEN 'hitl.approved' ELSE 'hitl.rejected' END,
         'action-' || v_id || '-decided', jsonb_build_object('tenant_id', v_tenant, 'action_id', v_id), NULL),
        (CASE WHEN v_approve THEN 'ns-push.requested' END,
         'push-' || v_out.push_id || '-round-0', jsonb_build_object('tenant_id', v_tenant, 'push_id', v_out.push_id),
         (p ->> 'sends_request_seconds')::integer)
      ) AS e (name, id, body, seconds) WHERE e.name IS NOT NULL
      -- A row that took this id earlier does not block the decision: this event replaces it, and is sent.
      ON CONFLICT (tenant_id, event_id) DO UPDATE SET event_name = excluded.event_name,
        body_json = excluded.body_json, sent_at = NULL, attempts = excluded.attempts,
        next_attempt_at = excluded.next_attempt_at
      RETURNING id
    ) SELECT array_agg(id) INTO v_out.outbox_ids FROM sent;
  END IF;

  v_out.outcome := CASE WHEN v_claims THEN 'claimed' ELSE 'vote_recorded' END;
  v_out.status := v_after.status;
  v_out.risk_level := v_after.risk_level;
  v_out.decision := p ->> 'decision';
  v_out.decided_by := CASE WHEN v_claims THEN v_label END;
  v_out.decided_by_user_id := v_after.decided_by_user_id;
  v_out.decided_at := v_after.decided_at;
  v_out.expires_at := v_after.expires_at;
  v_out.grace_until := v_after.grace_until;
  v_out.approvals := v_approvals;
  v_out.required_approvals := v_after.required_approvals;
  RETURN v_out;
END $$;
REVOKE EXECUTE ON FUNCTION decide_action(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION decide_action(jsonb) TO countersign_app;
