-- What people may do with a proposal beside deciding it (edit, re-propose, undo, cancel), writes of many lines, writes that
-- go elsewhere than to NetSuite, and deciding many at once in one statement.

-- The person who wrote this version: an edit, a re-proposal or an undo. Null: it is the agent's own.
ALTER TABLE proposed_actions ADD COLUMN author_user_id bigint REFERENCES users (id);
-- What is to be undone is undone once: a second undo waits until the first was rejected, ran out or went stale.
CREATE UNIQUE INDEX proposed_actions_one_undo ON proposed_actions (undo_of_id)
  WHERE undo_of_id IS NOT NULL AND status IN ('pending', 'approved', 'applied');
CREATE INDEX proposed_actions_supersedes ON proposed_actions (supersedes_id) WHERE supersedes_id IS NOT NULL;

-- A roll is one action with many lines; each line is a push of its own, with its own key, lease, verdict and receipt.
-- line_no 0: the action is a single write.
ALTER TABLE ns_pending_pushes
  ADD COLUMN line_no integer NOT NULL DEFAULT 0 CHECK (line_no >= 0),
  ADD COLUMN destination text NOT NULL DEFAULT 'netsuite' CHECK (destination IN ('netsuite', 'internal')),
  DROP CONSTRAINT ns_pending_pushes_action_id_key,
  ADD CONSTRAINT ns_pending_pushes_one_per_line UNIQUE (action_id, line_no);

-- An applied roll of which some lines were not written says so.
ALTER TABLE proposed_actions_applied_mirror
  DROP CONSTRAINT proposed_actions_applied_mirror_verification_check,
  ADD CONSTRAINT proposed_actions_applied_mirror_verification_check CHECK (verification IN ('verified', 'mismatch', 'partial'));

CREATE OR REPLACE FUNCTION guard_proposed_action() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.action_type, NEW.entity_type, NEW.entity_ref, NEW.payload_text, NEW.payload_hash,
      NEW.payload_json, NEW.input_fingerprint, NEW.risk_level, NEW.risk_rule, NEW.risk_weighed, NEW.facts_json,
      NEW.movement_percent, NEW.impact_cents, NEW.impact_currency, NEW.customer_ref, NEW.sku, NEW.record_ref, NEW.agent_id,
      NEW.on_behalf_of_user_id, NEW.reason, NEW.evidence_json, NEW.policy_version, NEW.policy_hash, NEW.created_at, NEW.correlation_id,
      NEW.idempotency_key, NEW.request_hash, NEW.precondition_key, NEW.facts_read_at, NEW.conversation_ref, NEW.model,
      NEW.prompt_template_version, NEW.trace_id, NEW.supersedes_id, NEW.undo_of_id, NEW.author_user_id)
     IS DISTINCT FROM
     (OLD.id, OLD.tenant_id, OLD.action_type, OLD.entity_type, OLD.entity_ref, OLD.payload_text, OLD.payload_hash,
      OLD.payload_json, OLD.input_fingerprint, OLD.risk_level, OLD.risk_rule, OLD.risk_weighed, OLD.facts_json,
      OLD.movement_percent, OLD.impact_cents, OLD.impact_currency, OLD.customer_ref, OLD.sku, OLD.record_ref, OLD.agent_id,
      OLD.on_behalf_of_user_id, OLD.reason, OLD.evidence_json, OLD.policy_version, OLD.policy_hash, OLD.created_at, OLD.correlation_id,
      OLD.idempotency_key, OLD.request_hash, OLD.precondition_key, OLD.facts_read_at, OLD.conversation_ref, OLD.model,
      OLD.prompt_template_version, OLD.trace_id, OLD.supersedes_id, OLD.undo_of_id, OLD.author_user_id)
  THEN
    RAISE EXCEPTION 'proposed action % is immutable: only its status moves', OLD.id USING ERRCODE = 'CS001';
  END IF;
  -- What the tier decides (how many approve, how, until when) is filled in once, before the first event seals the row.
  IF OLD.chain_seq > 0 AND (NEW.required_approvals, NEW.requires_step_up, NEW.policy_rule, NEW.expires_at)
     IS DISTINCT FROM (OLD.required_approvals, OLD.requires_step_up, OLD.policy_rule, OLD.expires_at) THEN
    RAISE EXCEPTION 'proposed action % is sealed', OLD.id USING ERRCODE = 'CS001';
  END IF;
  -- The chain grows by the link that the ledger just took in, and in no other way.
  IF (NEW.chain_seq, NEW.chain_head) IS DISTINCT FROM (OLD.chain_seq, OLD.chain_head) AND NOT (
       NEW.chain_seq = OLD.chain_seq + 1 AND EXISTS (
         SELECT 1 FROM events e WHERE e.tenant_id = NEW.tenant_id AND e.entity_type = 'proposed_action' AND e.entity_id = NEW.id
           AND e.seq = NEW.chain_seq AND e.hash = NEW.chain_head)) THEN
    RAISE EXCEPTION 'the ledger of proposed action % has no such link', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status || '>' || NEW.status) NOT IN (
       'pending>approved', 'pending>rejected', 'pending>expired', 'pending>cancelled', 'pending>superseded',
       'approved>applied', 'approved>stale', 'approved>cancelled', 'approved>superseded') THEN
    RAISE EXCEPTION 'proposed action % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'CS002';
  END IF;
  IF OLD.decided_at IS NOT NULL AND
     (NEW.decision, NEW.decided_at, NEW.decided_by_kind, NEW.decided_by_user_id, NEW.decided_by_label, NEW.decision_comment,
      NEW.claim_token, NEW.approvers)
     IS DISTINCT FROM
     (OLD.decision, OLD.decided_at, OLD.decided_by_kind, OLD.decided_by_user_id, OLD.decided_by_label, OLD.decision_comment,
      OLD.claim_token, OLD.approvers) THEN
    RAISE EXCEPTION 'the decision on proposed action % is final', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF OLD.status NOT IN ('pending', 'approved') AND
     (NEW.applied_at, NEW.ns_internal_id, NEW.ended_at, NEW.ended_by_label, NEW.end_reason)
     IS DISTINCT FROM (OLD.applied_at, OLD.ns_internal_id, OLD.ended_at, OLD.ended_by_label, OLD.end_reason) THEN
    RAISE EXCEPTION 'the end of proposed action % is final', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF NEW.status IN ('cancelled', 'superseded') AND OLD.status = 'approved' AND EXISTS (
       SELECT 1 FROM ns_pending_pushes p WHERE p.action_id = OLD.id AND p.status NOT IN ('cancelled', 'dead')) THEN
    RAISE EXCEPTION 'proposed action % may have been sent: settle its push first', OLD.id USING ERRCODE = 'CS002';
  END IF;
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION guard_push() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.action_id, NEW.action_key, NEW.record_key, NEW.payload_json, NEW.payload_hash, NEW.line_no, NEW.destination)
     IS DISTINCT FROM
     (OLD.id, OLD.tenant_id, OLD.action_id, OLD.action_key, OLD.record_key, OLD.payload_json, OLD.payload_hash, OLD.line_no, OLD.destination) THEN
    RAISE EXCEPTION 'push % is immutable: only its status moves', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status || '>' || NEW.status) NOT IN (
       'queued>pushing', 'queued>cancelled',
       'pushing>applied', 'pushing>queued', 'pushing>unknown', 'pushing>stale', 'pushing>dead',
       'unknown>applied', 'unknown>queued', 'unknown>stale', 'unknown>dead',
       'dead>queued', 'dead>cancelled') THEN
    RAISE EXCEPTION 'push % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'CS002';
  END IF;
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION decide_action(p jsonb) RETURNS decide_outcome LANGUAGE plpgsql AS $$
DECLARE
  -- p: tenant_id, action_id, decision, payload_hash, actor_kind, actor_user_id, actor_label, comment, channel, confirmed,
  --    edit_token_hash, standing_authorisation_id, policy {version, hash, rule}, switches_from_environment[],
  --    pushes [{action_key, record_key, payload, line_no, destination}] (approve only; one, or one per line of a roll)
  v_tenant bigint := (p ->> 'tenant_id')::bigint;
  v_id bigint := (p ->> 'action_id')::bigint;
  v_approve boolean := (p ->> 'decision') = 'approve';
  v_user bigint := (p ->> 'actor_user_id')::bigint;
  v_person boolean := (p ->> 'actor_kind') = 'person';
  v_label text := p ->> 'actor_label';
  v_before proposed_actions;
  v_after proposed_actions;
  v_switch record;
  v_token_id bigint;
  v_claims boolean;
  v_out decide_outcome;
BEGIN
  PERFORM set_config('app.tenant_id', v_tenant::text, true);

  SELECT * INTO v_before FROM proposed_actions WHERE id = v_id AND tenant_id = v_tenant FOR UPDATE;
  IF NOT FOUND THEN
    v_out.outcome := 'not_found';
    RETURN v_out;
  END IF;

  IF v_before.status <> 'pending' OR v_before.expires_at <= clock_timestamp() OR v_before.payload_hash <> (p ->> 'payload_hash')
     OR v_user = ANY (v_before.approvers) AND v_approve THEN
    RETURN decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
  END IF;

  -- Claims under one signature wait for one another here, so that each counts those before it.
  IF NOT v_person THEN
    PERFORM 1 FROM standing_authorisations s WHERE s.id = (p ->> 'standing_authorisation_id')::bigint AND s.tenant_id = v_tenant FOR UPDATE;
  END IF;
  -- Authority is read now, not when the session began.
  IF v_person AND NOT EXISTS (
       SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
       WHERE m.tenant_id = v_tenant AND m.user_id = v_user AND m.revoked_at IS NULL AND u.disabled_at IS NULL
         AND m.role IN ('approver', 'admin'))
     OR NOT v_person AND NOT EXISTS (
       SELECT 1 FROM standing_authorisations s JOIN memberships m ON m.tenant_id = s.tenant_id AND m.user_id = s.signed_by_user_id
       JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
       WHERE s.id = (p ->> 'standing_authorisation_id')::bigint AND s.tenant_id = v_tenant AND s.revoked_at IS NULL
         AND s.expires_at > clock_timestamp() AND v_before.action_type = ANY (s.action_types)
         AND v_before.risk_level <= s.risk_level_max AND v_approve AND m.role = 'admin' AND m.revoked_at IS NULL
         AND (SELECT count(*) FROM decisions d WHERE d.tenant_id = v_tenant AND d.standing_authorisation_id = s.id
                AND d.created_at > clock_timestamp() - interval '24 hours') < s.per_day_max) THEN
    v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
    v_out.outcome := 'not_allowed';
    RETURN v_out;
  END IF;

  IF v_approve THEN
    SELECT * INTO v_switch FROM engaged_switch(
      v_tenant, CASE WHEN v_before.risk_level >= 4 THEN ARRAY['proposed_apply', 'high_risk_ops'] ELSE ARRAY['proposed_apply'] END,
      ARRAY(SELECT jsonb_array_elements_text(coalesce(p -> 'switches_from_environment', '[]'))));
    IF v_switch.name IS NOT NULL THEN
      v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
      v_out.outcome := 'blocked';
      v_out.blocked_by := v_switch.name;
      v_out.blocked_since := v_switch.since;
      RETURN v_out;
    END IF;
    -- Whoever the agent speaks for, or who wrote this version, is never the only approver of a high or critical write,
    -- unless nobody else could be.
    IF v_person AND v_before.risk_level >= 4 AND v_user IN (v_before.on_behalf_of_user_id, v_before.author_user_id)
       AND cardinality(v_before.approvers) + 1 >= v_before.required_approvals
       AND NOT EXISTS (SELECT 1 FROM unnest(v_before.approvers) AS a WHERE a <> v_user)
       AND EXISTS (SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
                   WHERE m.tenant_id = v_tenant AND m.user_id <> v_user AND m.role IN ('approver', 'admin')
                     AND m.revoked_at IS NULL AND u.disabled_at IS NULL) THEN
      v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
      v_out.outcome := 'own_proposal';
      RETURN v_out;
    END IF;
    IF v_person AND v_before.risk_level >= 4 AND NOT coalesce((p ->> 'confirmed')::boolean, false) THEN
      v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
      v_out.outcome := 'confirmation_missing';
      RETURN v_out;
    END IF;
    IF v_person AND (v_before.risk_level >= 5 OR v_before.requires_step_up) THEN
      -- Consumed here, in the claim's own transaction: of two requests with one token, one decides.
      UPDATE edit_tokens SET used_at = clock_timestamp()
        WHERE token_hash = (p ->> 'edit_token_hash') AND tenant_id = v_tenant AND user_id = v_user AND action_id = v_id
          AND payload_hash = v_before.payload_hash AND decision = 'approve' AND used_at IS NULL AND expires_at > clock_timestamp()
        RETURNING id INTO v_token_id;
      IF v_token_id IS NULL THEN
        v_out := decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
        v_out.outcome := CASE WHEN p ->> 'edit_token_hash' IS NULL THEN 'token_missing' ELSE 'token_invalid' END;
        RETURN v_out;
      END IF;
    END IF;
  END IF;

  v_claims := NOT v_approve OR NOT v_person OR cardinality(v_before.approvers) + 1 >= v_before.required_approvals;

  UPDATE proposed_actions SET
      status = CASE WHEN NOT v_claims THEN status WHEN v_approve THEN 'approved' ELSE 'rejected' END,
      approvers = CASE WHEN v_approve AND v_person THEN approvers || v_user ELSE approvers END,
      claim_token = CASE WHEN v_claims THEN gen_random_uuid() END,
      decision = CASE WHEN v_claims THEN p ->> 'decision' END,
      decided_at = CASE WHEN v_claims THEN clock_timestamp() END,
      decided_by_kind = CASE WHEN v_claims THEN p ->> 'actor_kind' END,
      decided_by_user_id = CASE WHEN v_claims THEN v_user END,
      decided_by_label = CASE WHEN v_claims THEN v_label END,
      decision_comment = CASE WHEN v_claims THEN p ->> 'comment' END
    WHERE id = v_id AND tenant_id = v_tenant AND status = 'pending' AND expires_at > clock_timestamp()
      AND payload_hash = (p ->> 'payload_hash') AND NOT (v_approve AND v_person AND v_user = ANY (approvers))
    RETURNING * INTO v_after;
  IF NOT FOUND THEN
    -- Only time can have changed under the lock. Raising would undo the token's use too; expired actions need none.
    RETURN decide_refusal(v_before, p ->> 'payload_hash', v_user, v_approve);
  END IF;

  INSERT INTO decisions (tenant_id, action_id, decision, outcome, payload_hash, actor_kind, actor_user_id, actor_label, comment,
                         channel, policy_version, policy_hash, policy_rule, edit_token_id, standing_authorisation_id)
    VALUES (v_tenant, v_id, p ->> 'decision', CASE WHEN v_claims THEN 'claimed' ELSE 'vote_recorded' END, v_after.payload_hash,
            p ->> 'actor_kind', v_user, v_label, p ->> 'comment', p ->> 'channel', (p #>> '{policy,version}')::integer,
            p #>> '{policy,hash}', p #>> '{policy,rule}', v_token_id, (p ->> 'standing_authorisation_id')::bigint);

  v_out.outbox_ids := '{}';
  IF v_claims AND v_approve THEN
    -- Approvals on one record get push ids in the order in which they are committed. Several records: always in one
    -- order, so that two approvals never wait for each other.
    PERFORM pg_advisory_xact_lock(k) FROM (
      SELECT DISTINCT hashtextextended(v_tenant || ':push:' || (q ->> 'record_key'), 0) AS k
      FROM jsonb_array_elements(p -> 'pushes') AS q ORDER BY k) AS records;
    WITH lines AS (
      INSERT INTO ns_pending_pushes (tenant_id, action_id, action_key, record_key, payload_json, payload_hash, line_no, destination)
      SELECT v_tenant, v_id, q ->> 'action_key', q ->> 'record_key', q -> 'payload', v_after.payload_hash,
             coalesce((q ->> 'line_no')::integer, 0), coalesce(q ->> 'destination', 'netsuite')
      FROM jsonb_array_elements(p -> 'pushes') WITH ORDINALITY AS e (q, n) ORDER BY n
      RETURNING id
    ) SELECT min(id) INTO v_out.push_id FROM lines;
    -- An approval that nothing would carry out is no approval.
    IF v_out.push_id IS NULL THEN
      RAISE EXCEPTION 'approving action % needs a push', v_id USING ERRCODE = 'CS003';
    END IF;
  END IF;

  PERFORM append_event(v_tenant, v_id,
    CASE WHEN NOT v_claims THEN 'hitl.vote_recorded' WHEN v_approve THEN 'hitl.approved' ELSE 'hitl.rejected' END,
    p ->> 'actor_kind', v_label,
    jsonb_strip_nulls(jsonb_build_object(
      'payload_hash', v_after.payload_hash, 'risk_level', v_after.risk_level, 'comment', p ->> 'comment', 'channel', p ->> 'channel',
      'user_id', v_user, 'policy', p -> 'policy', 'push_id', v_out.push_id, 'standing_authorisation_id', p -> 'standing_authorisation_id',
      'approvals', cardinality(v_after.approvers), 'required_approvals', v_after.required_approvals)));

  IF v_claims THEN
    WITH sent AS (
      INSERT INTO outbox (tenant_id, event_name, event_id, body_json)
      SELECT v_tenant, e.name, e.id, e.body FROM (VALUES
        (CASE WHEN v_approve THEN 'hitl.approved' ELSE 'hitl.rejected' END,
         'action-' || v_id || '-decided', jsonb_build_object('tenant_id', v_tenant, 'action_id', v_id)),
        (CASE WHEN v_approve THEN 'ns-push.requested' END,
         'push-' || v_out.push_id || '-round-0', jsonb_build_object('tenant_id', v_tenant, 'push_id', v_out.push_id))
      ) AS e (name, id, body) WHERE e.name IS NOT NULL
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
  v_out.approvals := cardinality(v_after.approvers);
  v_out.required_approvals := v_after.required_approvals;
  RETURN v_out;
END $$;

-- As in 0005, but without keeping out who merely refers to the row: two lines of a roll that settle at once both refer to their
-- action (a dead letter, a receipt) before they append their event, and would wait for each other for ever.
CREATE OR REPLACE FUNCTION append_event(
  p_tenant bigint, p_action bigint, p_event_type text, p_actor_kind text, p_actor_label text, p_details jsonb
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_seq integer;
  v_prev text;
  v_at timestamptz;
  v_body text;
  v_hash text;
  v_id bigint;
BEGIN
  SELECT chain_seq + 1, chain_head INTO STRICT v_seq, v_prev
    FROM proposed_actions WHERE id = p_action AND tenant_id = p_tenant FOR NO KEY UPDATE;
  v_at := clock_timestamp();
  v_body := jsonb_build_object(
    'v', 1, 'tenant_id', p_tenant, 'type', p_event_type, 'entity_type', 'proposed_action', 'entity_id', p_action, 'seq', v_seq,
    'at', to_char(v_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'actor', jsonb_build_object('kind', p_actor_kind, 'label', p_actor_label), 'details', p_details)::text;
  v_hash := encode(sha256(convert_to(v_prev || E'\n' || v_body, 'UTF8')), 'hex');
  INSERT INTO events (tenant_id, event_type, entity_type, entity_id, seq, prev_hash, hash, body_text, actor_kind, actor_label, occurred_at)
    VALUES (p_tenant, p_event_type, 'proposed_action', p_action, v_seq, v_prev, v_hash, v_body, p_actor_kind, p_actor_label, v_at)
    RETURNING id INTO v_id;
  UPDATE proposed_actions SET chain_head = v_hash, chain_seq = v_seq WHERE id = p_action AND tenant_id = p_tenant;
  RETURN v_id;
END $$;

-- Many decisions in one transaction, each with its own outcome, in the order given. All rows are locked first, in the order of
-- their ids, then the switches, then the records: whoever decides one action takes the same three in the same order.
CREATE FUNCTION decide_actions(p_tenant bigint, p_requests jsonb) RETURNS SETOF decide_outcome LANGUAGE plpgsql AS $$
DECLARE
  v_request jsonb;
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  PERFORM 1 FROM proposed_actions a
    WHERE a.tenant_id = p_tenant AND a.id IN (SELECT (q ->> 'action_id')::bigint FROM jsonb_array_elements(p_requests) AS q)
    ORDER BY a.id FOR UPDATE;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('kill_switches', 0));
  PERFORM pg_advisory_xact_lock(k) FROM (
    SELECT DISTINCT hashtextextended(p_tenant || ':push:' || (push ->> 'record_key'), 0) AS k
    FROM jsonb_array_elements(p_requests) AS q,
         jsonb_array_elements(CASE jsonb_typeof(q -> 'pushes') WHEN 'array' THEN q -> 'pushes' ELSE '[]' END) AS push
    ORDER BY k) AS records;
  FOR v_request IN SELECT q FROM jsonb_array_elements(p_requests) WITH ORDINALITY AS e (q, n) ORDER BY n LOOP
    IF (v_request ->> 'tenant_id')::bigint IS DISTINCT FROM p_tenant THEN
      RAISE EXCEPTION 'a bulk decision speaks for one tenant' USING ERRCODE = 'CS003';
    END IF;
    RETURN NEXT decide_action(v_request);
  END LOOP;
END $$;
