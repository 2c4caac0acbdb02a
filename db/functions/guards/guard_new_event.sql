-- The ledger takes a link only where it continues its subject's chain and where its columns repeat its hashed body.
-- A switch's chain is continued by the functions that flip it alone: an event which the app's role put there, past the
-- head in the switch's row, would stand in the way of the next engagement.
CREATE OR REPLACE FUNCTION guard_new_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_seq integer;
  v_head text;
  v_body jsonb := NEW.body_text::jsonb;
BEGIN
  IF NEW.entity_type = 'proposed_action' THEN
    SELECT chain_seq, chain_head INTO v_seq, v_head FROM proposed_actions
      WHERE id = NEW.entity_id AND tenant_id = NEW.tenant_id;
  ELSIF NEW.entity_type = 'kill_switch' THEN
    SELECT chain_seq, chain_head INTO v_seq, v_head FROM kill_switches
      WHERE id = NEW.entity_id AND tenant_id IS NOT DISTINCT FROM NEW.tenant_id;
  ELSE
    SELECT chain_seq, chain_head INTO v_seq, v_head FROM ledger_subjects
      WHERE tenant_id = NEW.tenant_id AND entity_type = NEW.entity_type AND entity_id = NEW.entity_id;
  END IF;
  IF NOT FOUND OR NEW.entity_type = 'kill_switch' AND current_user = 'countersign_app'
     OR NEW.seq <> v_seq + 1 OR NEW.prev_hash <> v_head
     OR NEW.hash <> encode(sha256(convert_to(NEW.prev_hash || E'\n' || NEW.body_text, 'UTF8')), 'hex')
     OR (v_body ->> 'type', v_body ->> 'entity_type', (v_body ->> 'entity_id')::bigint, (v_body ->> 'seq')::integer,
         (v_body ->> 'tenant_id')::bigint, v_body #>> '{actor,kind}', v_body #>> '{actor,label}')
        IS DISTINCT FROM
        (NEW.event_type, NEW.entity_type, NEW.entity_id, NEW.seq, NEW.tenant_id, NEW.actor_kind, NEW.actor_label) THEN
    RAISE EXCEPTION 'this event does not continue its subject''s chain' USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
