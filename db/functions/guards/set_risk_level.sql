-- Sets risk_level on insert as weigh_risk weighs the row; the value that the proposer or the app wrote there is
-- overwritten. With the tier it sets the expiry: the one that was asked for, and the tier's full time at most. Pending
-- is listed by expiry, so nobody may hold a place in that list for longer than the tier gives. Parallel inserts do not
-- see each other's rows, so each first takes advisory locks on the four scopes of the day's sums, in one order.
CREATE OR REPLACE FUNCTION set_risk_level() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_lock bigint;
  v_group text;
  v_risk record;
BEGIN
  -- A write that moves no money adds to no total and takes no locks.
  IF NEW.impact_cents IS DISTINCT FROM 0 THEN
    SELECT t.summed_as INTO v_group FROM action_types t WHERE t.name = NEW.action_type;
    v_group := coalesce(v_group, NEW.action_type);
    FOR v_lock IN
      SELECT DISTINCT hashtextextended(concat_ws(':', NEW.tenant_id, v_group, scope, ref), 0) AS k
      FROM (VALUES ('customer', NEW.customer_ref), ('sku', NEW.sku), ('agent', NEW.agent_id::text),
                   ('entity', coalesce(NEW.record_ref, NEW.entity_type || '/' || NEW.entity_ref))) AS s (scope, ref)
      WHERE ref IS NOT NULL ORDER BY k
    LOOP
      PERFORM pg_advisory_xact_lock(v_lock);
    END LOOP;
  END IF;

  SELECT * INTO STRICT v_risk FROM weigh_risk(NEW, NULL);
  NEW.risk_level := v_risk.tier;
  NEW.risk_rule := v_risk.rule;
  NEW.risk_weighed := v_risk.weighed;
  -- least() skips a null: a proposal that asks for no time gets the full one.
  NEW.expires_at := least(NEW.expires_at, NEW.created_at + full_time(NEW.risk_level));
  RETURN NEW;
END $$;
