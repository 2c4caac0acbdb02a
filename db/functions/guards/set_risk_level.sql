-- Sets risk_level on insert as weigh_risk weighs the row; the value that the proposer or the app wrote there is
-- overwritten. With the tier it sets the expiry: the one that was asked for, and the tier's full time at most. Pending
-- is listed by expiry, so nobody may hold a place in that list for longer than the tier gives. An agent's own pending
-- rows count and parallel inserts do not see each other's rows, so each first takes the lock on its agent's total.
-- Approvals that happen meanwhile are weighed by the claim.
CREATE OR REPLACE FUNCTION set_risk_level() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_group text;
  v_risk record;
BEGIN
  -- A write that moves neither money nor a value adds to no total and takes no lock.
  IF NEW.impact_cents IS DISTINCT FROM 0 OR NEW.movement_percent <> 0 THEN
    SELECT t.summed_as INTO v_group FROM action_types t WHERE t.name = NEW.action_type;
    PERFORM pg_advisory_xact_lock(hashtextextended(
      concat_ws(':', NEW.tenant_id, coalesce(v_group, NEW.action_type), 'agent', NEW.agent_id::text), 0));
  END IF;

  SELECT * INTO STRICT v_risk FROM weigh_risk(NEW, NULL, true, NULL);
  NEW.risk_level := v_risk.tier;
  NEW.risk_rule := v_risk.rule;
  NEW.risk_weighed := v_risk.weighed;
  NEW.raised_from := NULL;
  -- least() skips a null: a proposal that asks for no time gets the full one.
  NEW.expires_at := least(NEW.expires_at, NEW.created_at + full_time(NEW.risk_level));
  RETURN NEW;
END $$;
