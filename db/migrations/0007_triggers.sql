-- Every trigger stands here or in a later migration; the functions they call are in db/functions/guards.

CREATE TRIGGER tenants_equip AFTER INSERT ON tenants FOR EACH ROW EXECUTE FUNCTION equip_tenant();
CREATE TRIGGER tenants_equip_retention AFTER INSERT ON tenants
  FOR EACH ROW EXECUTE FUNCTION equip_tenant_retention();

CREATE TRIGGER proposed_actions_start BEFORE INSERT ON proposed_actions
  FOR EACH ROW EXECUTE FUNCTION guard_new_action();
CREATE TRIGGER proposed_actions_set_risk_level BEFORE INSERT ON proposed_actions
  FOR EACH ROW EXECUTE FUNCTION set_risk_level();

-- While enforce_retention runs, one narrow guard stands in the place of the usual one. The tables' owner owns it and
-- it sets countersign.blanking for its own length alone; anybody else who sets it is not that owner.
CREATE TRIGGER proposed_actions_guard BEFORE UPDATE ON proposed_actions FOR EACH ROW
  WHEN (current_user <> 'countersign_owner' OR coalesce(current_setting('countersign.blanking', true), '') <> 'on')
  EXECUTE FUNCTION guard_proposed_action();
CREATE TRIGGER proposed_actions_guard_blanking BEFORE UPDATE ON proposed_actions FOR EACH ROW
  WHEN (current_user = 'countersign_owner' AND coalesce(current_setting('countersign.blanking', true), '') = 'on')
  EXECUTE FUNCTION guard_prose_blanking();
CREATE TRIGGER proposed_actions_guard_mark BEFORE UPDATE OF prose_blanked_at ON proposed_actions FOR EACH ROW
  WHEN (NEW.prose_blanked_at IS DISTINCT FROM OLD.prose_blanked_at
        AND (current_user <> 'countersign_owner'
             OR coalesce(current_setting('countersign.blanking', true), '') <> 'on'))
  EXECUTE FUNCTION refuse_blanking_mark();

CREATE TRIGGER kill_switches_queue_flip BEFORE UPDATE ON kill_switches
  FOR EACH STATEMENT EXECUTE FUNCTION queue_switch_flip();
CREATE TRIGGER ns_pending_pushes_guard BEFORE UPDATE ON ns_pending_pushes
  FOR EACH ROW EXECUTE FUNCTION guard_push();
CREATE TRIGGER action_receipts_guard BEFORE UPDATE ON action_receipts FOR EACH ROW EXECUTE FUNCTION guard_receipt();
CREATE TRIGGER events_continue BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION guard_new_event();
CREATE TRIGGER ledger_subjects_guard BEFORE INSERT OR UPDATE ON ledger_subjects
  FOR EACH ROW EXECUTE FUNCTION guard_ledger_subject();
CREATE TRIGGER email_drafts_guard BEFORE UPDATE ON email_drafts FOR EACH ROW EXECUTE FUNCTION guard_email_draft();

-- Rows that nobody changes.
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON decisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER mirror_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proposed_actions_applied_mirror
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER policies_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON policies
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Rows that nobody deletes.
CREATE TRIGGER proposed_actions_kept BEFORE DELETE OR TRUNCATE ON proposed_actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER action_receipts_kept BEFORE DELETE OR TRUNCATE ON action_receipts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_subjects_kept BEFORE DELETE OR TRUNCATE ON ledger_subjects
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
