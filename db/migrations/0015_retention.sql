-- How long each kind of data is kept, and the ledger's chains for subjects that have no row of their own to hold a head.
--
-- kind                  what happens when its period is over
-- sent_outbox           rows that Inngest accepted are deleted; their ids dedupe for 24 hours, hence two days at least
-- edit_tokens           used and expired ones are deleted; a decision keeps the id of the one that it spent
-- dead_letter_payloads  of replayed letters the copy of the payload and NetSuite's own words are blanked
-- agent_prose           reason, evidence and conversation of ended actions are blanked
-- Everything else is kept: what was approved and done, and by whom, is what this product is for (docs/adr/0028).

-- ── The ledger's further subjects: the lane and the periods, one chain per tenant each ─────────────────────────────

CREATE TABLE ledger_subjects (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  entity_type text NOT NULL CHECK (entity_type ~ '^[a-z][a-z_]{0,62}$' AND entity_type NOT IN ('proposed_action', 'kill_switch')),
  entity_id bigint NOT NULL,
  chain_head text NOT NULL DEFAULT '',
  chain_seq integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, entity_type, entity_id)
);

ALTER TABLE events DROP CONSTRAINT events_entity_type_check;
ALTER TABLE events ADD CONSTRAINT events_entity_type_check CHECK (entity_type ~ '^[a-z][a-z_]{0,62}$');

CREATE OR REPLACE FUNCTION guard_new_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_seq integer;
  v_head text;
  v_body jsonb := NEW.body_text::jsonb;
BEGIN
  IF NEW.entity_type = 'proposed_action' THEN
    SELECT chain_seq, chain_head INTO v_seq, v_head FROM proposed_actions WHERE id = NEW.entity_id AND tenant_id = NEW.tenant_id;
  ELSIF NEW.entity_type = 'kill_switch' THEN
    SELECT chain_seq, chain_head INTO v_seq, v_head FROM kill_switches
      WHERE id = NEW.entity_id AND tenant_id IS NOT DISTINCT FROM NEW.tenant_id;
  ELSE
    SELECT chain_seq, chain_head INTO v_seq, v_head FROM ledger_subjects
      WHERE tenant_id = NEW.tenant_id AND entity_type = NEW.entity_type AND entity_id = NEW.entity_id;
  END IF;
  IF NOT FOUND OR NEW.seq <> v_seq + 1 OR NEW.prev_hash <> v_head
     OR NEW.hash <> encode(sha256(convert_to(NEW.prev_hash || E'\n' || NEW.body_text, 'UTF8')), 'hex')
     OR (v_body ->> 'type', v_body ->> 'entity_type', (v_body ->> 'entity_id')::bigint, (v_body ->> 'seq')::integer,
         (v_body ->> 'tenant_id')::bigint, v_body #>> '{actor,kind}', v_body #>> '{actor,label}')
        IS DISTINCT FROM
        (NEW.event_type, NEW.entity_type, NEW.entity_id, NEW.seq, NEW.tenant_id, NEW.actor_kind, NEW.actor_label) THEN
    RAISE EXCEPTION 'this event does not continue its subject''s chain' USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;

-- A head moves by the link that the ledger just took in, and in no other way.
CREATE FUNCTION guard_ledger_subject() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.chain_seq <> 0 OR NEW.chain_head <> '' THEN
      RAISE EXCEPTION 'a chain starts empty' USING ERRCODE = 'CS001';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.tenant_id, NEW.entity_type, NEW.entity_id) IS DISTINCT FROM (OLD.tenant_id, OLD.entity_type, OLD.entity_id)
     OR (NEW.chain_seq, NEW.chain_head) IS DISTINCT FROM (OLD.chain_seq, OLD.chain_head) AND NOT (
       NEW.chain_seq = OLD.chain_seq + 1 AND EXISTS (
         SELECT 1 FROM events e WHERE e.tenant_id = NEW.tenant_id AND e.entity_type = NEW.entity_type AND e.entity_id = NEW.entity_id
           AND e.seq = NEW.chain_seq AND e.hash = NEW.chain_head)) THEN
    RAISE EXCEPTION 'the ledger of this % has no such link', OLD.entity_type USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_subjects_guard BEFORE INSERT OR UPDATE ON ledger_subjects FOR EACH ROW EXECUTE FUNCTION guard_ledger_subject();
CREATE TRIGGER ledger_subjects_kept BEFORE DELETE OR TRUNCATE ON ledger_subjects FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- append_event of 0005 for every other subject; the chain begins with its first event.
CREATE FUNCTION append_subject_event(
  p_tenant bigint, p_entity_type text, p_entity bigint, p_event_type text, p_actor_kind text, p_actor_label text, p_details jsonb
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_seq integer;
  v_prev text;
  v_at timestamptz;
  v_body text;
  v_hash text;
  v_id bigint;
BEGIN
  INSERT INTO ledger_subjects (tenant_id, entity_type, entity_id) VALUES (p_tenant, p_entity_type, p_entity) ON CONFLICT DO NOTHING;
  SELECT chain_seq + 1, chain_head INTO STRICT v_seq, v_prev FROM ledger_subjects
    WHERE tenant_id = p_tenant AND entity_type = p_entity_type AND entity_id = p_entity FOR UPDATE;
  v_at := clock_timestamp();
  v_body := jsonb_build_object(
    'v', 1, 'tenant_id', p_tenant, 'type', p_event_type, 'entity_type', p_entity_type, 'entity_id', p_entity, 'seq', v_seq,
    'at', to_char(v_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'actor', jsonb_build_object('kind', p_actor_kind, 'label', p_actor_label), 'details', p_details)::text;
  v_hash := encode(sha256(convert_to(v_prev || E'\n' || v_body, 'UTF8')), 'hex');
  INSERT INTO events (tenant_id, event_type, entity_type, entity_id, seq, prev_hash, hash, body_text, actor_kind, actor_label, occurred_at)
    VALUES (p_tenant, p_event_type, p_entity_type, p_entity, v_seq, v_prev, v_hash, v_body, p_actor_kind, p_actor_label, v_at)
    RETURNING id INTO v_id;
  UPDATE ledger_subjects SET chain_head = v_hash, chain_seq = v_seq
    WHERE tenant_id = p_tenant AND entity_type = p_entity_type AND entity_id = p_entity;
  RETURN v_id;
END $$;

-- ── Correlation: what a decision is weighed with says under which id the action was proposed ───────────────────────

ALTER TYPE decision_context ADD ATTRIBUTE correlation_id text, ADD ATTRIBUTE trace_id text;

CREATE OR REPLACE FUNCTION read_decision_context(p_tenant bigint, p_action bigint, p_known_policy_hash text) RETURNS SETOF decision_context
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  RETURN QUERY
    SELECT a.action_type, a.payload_text, a.payload_hash, a.risk_level, a.impact_cents, a.customer_ref, g.name,
           a.on_behalf_of_user_id, a.required_approvals, a.requires_step_up, a.status, p.version, p.hash,
           CASE WHEN p.hash IS DISTINCT FROM p_known_policy_hash THEN p.cedar_text END,
           (SELECT count(*)::integer FROM memberships m JOIN users u ON u.id = m.user_id
            WHERE m.tenant_id = p_tenant AND m.role IN ('approver', 'admin') AND m.revoked_at IS NULL AND u.disabled_at IS NULL),
           a.correlation_id, a.trace_id
    FROM proposed_actions a
    JOIN agents g ON g.id = a.agent_id AND g.tenant_id = a.tenant_id
    LEFT JOIN LATERAL (SELECT version, hash, cedar_text FROM policies WHERE tenant_id = p_tenant ORDER BY version DESC LIMIT 1) p ON true
    WHERE a.id = p_action AND a.tenant_id = p_tenant;
END $$;

-- ── Periods ────────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE retention_periods (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  kind text NOT NULL,
  days integer NOT NULL,
  reason text,
  changed_by_label text,
  changed_at timestamptz,
  PRIMARY KEY (tenant_id, kind),
  -- Receipts, idempotency keys, decisions, events and the mirror have no period, so that none can be set for them.
  CONSTRAINT retention_kind_may_end CHECK (kind IN ('sent_outbox', 'edit_tokens', 'dead_letter_payloads', 'agent_prose')),
  -- lib/core/ledger/retention.ts says the same; a test compares them.
  CONSTRAINT retention_within_limits CHECK (
    days BETWEEN CASE kind WHEN 'sent_outbox' THEN 2 WHEN 'edit_tokens' THEN 1 ELSE 30 END AND 3650
  ),
  CONSTRAINT changed_period_says_why CHECK (changed_at IS NULL OR (changed_by_label IS NOT NULL AND length(trim(coalesce(reason, ''))) > 0))
);

-- One row per tenant and run, with what it did; kept for 400 days.
CREATE TABLE retention_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  started_by_label text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null: it broke off; the next run goes on where it ended, since what was done is done.
  ended_at timestamptz,
  -- {kind: rows}
  counts_json jsonb NOT NULL DEFAULT '{}',
  -- False: it stopped at its limit and the next run goes on.
  complete boolean NOT NULL DEFAULT false
);
CREATE INDEX retention_runs_newest ON retention_runs (tenant_id, id DESC);

CREATE FUNCTION equip_tenant_retention() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO retention_periods (tenant_id, kind, days)
    VALUES (NEW.id, 'sent_outbox', 14), (NEW.id, 'edit_tokens', 30), (NEW.id, 'dead_letter_payloads', 90), (NEW.id, 'agent_prose', 365)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER tenants_equip_retention AFTER INSERT ON tenants FOR EACH ROW EXECUTE FUNCTION equip_tenant_retention();
INSERT INTO retention_periods (tenant_id, kind, days)
  SELECT t.id, d.kind, d.days FROM tenants t,
    (VALUES ('sent_outbox', 14), ('edit_tokens', 30), ('dead_letter_payloads', 90), ('agent_prose', 365)) AS d (kind, days);

-- ── What the sweep works on ────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE ns_push_dlq_log ADD COLUMN payload_blanked_at timestamptz;
ALTER TABLE proposed_actions ADD COLUMN prose_blanked_at timestamptz;

CREATE INDEX outbox_sent ON outbox (tenant_id, sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX edit_tokens_over ON edit_tokens (tenant_id, (coalesce(used_at, expires_at)));
CREATE INDEX ns_push_dlq_log_replayed ON ns_push_dlq_log (tenant_id, replayed_at) WHERE replayed_at IS NOT NULL AND payload_blanked_at IS NULL;
CREATE INDEX proposed_actions_prose_kept ON proposed_actions (tenant_id, (coalesce(applied_at, ended_at, decided_at)))
  WHERE prose_blanked_at IS NULL AND status NOT IN ('pending', 'approved');

-- The guard of proposed actions stays as it is. Under one narrow condition another one stands in its place: while the
-- function below runs, which its owner owns and which sets this for its own length alone. Whoever else sets it is not that owner.
DROP TRIGGER proposed_actions_guard ON proposed_actions;
CREATE TRIGGER proposed_actions_guard BEFORE UPDATE ON proposed_actions FOR EACH ROW
  WHEN (current_user <> 'countersign_owner' OR coalesce(current_setting('countersign.blanking', true), '') <> 'on')
  EXECUTE FUNCTION guard_proposed_action();

-- Lets exactly one change pass: the prose of an action that ended longer ago than its tenant's period goes, all else stays.
CREATE FUNCTION guard_prose_blanking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_blanked constant text[] := ARRAY['reason', 'evidence_json', 'conversation_ref', 'prose_blanked_at'];
BEGIN
  IF OLD.status NOT IN ('rejected', 'expired', 'cancelled', 'superseded', 'applied', 'stale')
     OR to_jsonb(NEW) - v_blanked IS DISTINCT FROM to_jsonb(OLD) - v_blanked
     OR NEW.reason <> '' OR NEW.evidence_json <> '[]' OR NEW.conversation_ref IS NOT NULL OR NEW.prose_blanked_at IS NULL
     OR OLD.prose_blanked_at IS NOT NULL
     OR NOT EXISTS (SELECT 1 FROM retention_periods r WHERE r.tenant_id = OLD.tenant_id AND r.kind = 'agent_prose'
          AND coalesce(OLD.applied_at, OLD.ended_at, OLD.decided_at) < clock_timestamp() - make_interval(days => r.days)) THEN
    RAISE EXCEPTION 'proposed action % is immutable: only prose whose time is over goes', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER proposed_actions_guard_blanking BEFORE UPDATE ON proposed_actions FOR EACH ROW
  WHEN (current_user = 'countersign_owner' AND coalesce(current_setting('countersign.blanking', true), '') = 'on')
  EXECUTE FUNCTION guard_prose_blanking();

-- The mark of a blanked row is set by the blanking and by nothing else.
CREATE FUNCTION refuse_blanking_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'proposed action % was not blanked', OLD.id USING ERRCODE = 'CS001';
END $$;
CREATE TRIGGER proposed_actions_guard_mark BEFORE UPDATE OF prose_blanked_at ON proposed_actions FOR EACH ROW
  WHEN (NEW.prose_blanked_at IS DISTINCT FROM OLD.prose_blanked_at
        AND (current_user <> 'countersign_owner' OR coalesce(current_setting('countersign.blanking', true), '') <> 'on'))
  EXECUTE FUNCTION refuse_blanking_mark();

-- Deletes or blanks at most p_limit rows of one kind whose period is over, of the transaction's own tenant alone, and
-- returns how many. The period is read here, so that no caller can ask for less. Skips rows that somebody holds; what a
-- claim locks is pending and never touched.
CREATE FUNCTION enforce_retention(p_kind text, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_before timestamptz;
  v_count integer;
BEGIN
  SELECT clock_timestamp() - make_interval(days => r.days) INTO STRICT v_before
    FROM retention_periods r WHERE r.tenant_id = v_tenant AND r.kind = p_kind;
  PERFORM set_config('countersign.blanking', 'on', true);
  CASE p_kind
  WHEN 'sent_outbox' THEN
    DELETE FROM outbox WHERE tenant_id = v_tenant AND id IN (
      SELECT id FROM outbox WHERE tenant_id = v_tenant AND sent_at < v_before ORDER BY sent_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  WHEN 'edit_tokens' THEN
    DELETE FROM edit_tokens WHERE tenant_id = v_tenant AND id IN (
      SELECT id FROM edit_tokens WHERE tenant_id = v_tenant AND coalesce(used_at, expires_at) < v_before
      ORDER BY coalesce(used_at, expires_at) LIMIT p_limit FOR UPDATE SKIP LOCKED);
  WHEN 'dead_letter_payloads' THEN
    UPDATE ns_push_dlq_log SET payload_json = '{}', error_json = error_json - 'details', payload_blanked_at = clock_timestamp()
    WHERE tenant_id = v_tenant AND id IN (
      SELECT id FROM ns_push_dlq_log WHERE tenant_id = v_tenant AND replayed_at < v_before AND payload_blanked_at IS NULL
      ORDER BY replayed_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  WHEN 'agent_prose' THEN
    UPDATE proposed_actions SET reason = '', evidence_json = '[]', conversation_ref = NULL, prose_blanked_at = clock_timestamp()
    WHERE tenant_id = v_tenant AND id IN (
      SELECT id FROM proposed_actions
      WHERE tenant_id = v_tenant AND prose_blanked_at IS NULL AND status NOT IN ('pending', 'approved')
        AND coalesce(applied_at, ended_at, decided_at) < v_before
      ORDER BY coalesce(applied_at, ended_at, decided_at) LIMIT p_limit FOR UPDATE SKIP LOCKED);
  END CASE;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  PERFORM set_config('countersign.blanking', '', true);
  RETURN v_count;
END $$;

-- Rows of earlier runs. A run is one row a day, so nobody sets a period for them.
CREATE FUNCTION forget_old_retention_runs() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_count integer;
BEGIN
  DELETE FROM retention_runs WHERE tenant_id = current_tenant_id() AND started_at < clock_timestamp() - interval '400 days';
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;

-- Attempts to sign in belong to no tenant. They are counted for minutes and go after a day, also where nobody signs in.
CREATE FUNCTION forget_old_auth_attempts(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_count integer;
BEGIN
  DELETE FROM auth_attempts WHERE id IN (
    SELECT id FROM auth_attempts WHERE attempted_at < clock_timestamp() - interval '1 day' ORDER BY id LIMIT p_limit);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;

-- ── Who may ────────────────────────────────────────────────────────────────────────────────────────────────────────

DO $$
DECLARE
  v_table text;
  v_function regprocedure;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['ledger_subjects', 'retention_periods', 'retention_runs'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO countersign_app USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id())', v_table);
    EXECUTE format('CREATE POLICY owner_sets_up ON %I TO countersign_owner USING (true) WITH CHECK (true)', v_table);
    EXECUTE format('GRANT SELECT ON %I TO countersign_app', v_table);
  END LOOP;
  FOREACH v_function IN ARRAY ARRAY['enforce_retention(text,integer)', 'forget_old_retention_runs()', 'forget_old_auth_attempts(integer)']::regprocedure[] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', v_function);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO countersign_app', v_function);
  END LOOP;
END $$;
GRANT INSERT ON ledger_subjects TO countersign_app;
GRANT UPDATE (chain_head, chain_seq) ON ledger_subjects TO countersign_app;
GRANT UPDATE (days, reason, changed_by_label, changed_at) ON retention_periods TO countersign_app;
GRANT INSERT ON retention_runs TO countersign_app;
GRANT UPDATE (ended_at, counts_json, complete) ON retention_runs TO countersign_app;
