-- Settles a push whose write was made, under its fence: the push, its receipt, the action with its mirror row where
-- this is its only write, the event, the outbox, and whoever waits on the same record. One call: each statement of its
-- own would be a round trip, and a person waits for them. Outcomes:
--   settled           this call wrote
--   settled_elsewhere the fence did not hold, and nothing was written
--   lane_halted       nothing was written: with `needs_open_lane` the lane is for the caller to open beside it
--
-- One plan for all values, as in begin_sending.
CREATE OR REPLACE FUNCTION settle_applied(p jsonb) RETURNS text
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- p: tenant_id, push_id, action_id, action_key, fence {status, owner (while pushing), attempt}, ns_internal_id,
  --    readback, verification, response, how_to_reverse (null: it cannot be taken back), event_type, details (of the
  --    event), ends_action (false: a line of a roll, whose end the caller judges), needs_open_lane
  v_tenant bigint := (p ->> 'tenant_id')::bigint;
  v_id bigint := (p ->> 'push_id')::bigint;
  v_action bigint := (p ->> 'action_id')::bigint;
BEGIN
  PERFORM set_config('app.tenant_id', v_tenant::text, true);
  IF (p ->> 'needs_open_lane')::boolean
     AND EXISTS (SELECT 1 FROM push_lanes l WHERE l.tenant_id = v_tenant AND l.state = 'halted') THEN
    RETURN 'lane_halted';
  END IF;
  UPDATE ns_pending_pushes u SET status = 'applied', lease_owner = NULL, lease_expires_at = NULL, hold_until = NULL,
      failure_class = NULL, last_error_json = NULL, ns_internal_id = p ->> 'ns_internal_id',
      readback_json = p -> 'readback', verification = p ->> 'verification',
      applied_at = clock_timestamp(), ended_at = clock_timestamp()
    WHERE u.tenant_id = v_tenant AND u.id = v_id AND u.action_id = v_action AND u.action_key = (p ->> 'action_key')
      AND u.status = (p #>> '{fence,status}') AND u.status IN ('pushing', 'unknown')
      AND u.lease_attempt = (p #>> '{fence,attempt}')::integer
      AND (u.status = 'unknown' OR u.lease_owner = (p #>> '{fence,owner}'));
  IF NOT FOUND THEN
    RETURN 'settled_elsewhere';
  END IF;
  UPDATE action_receipts r
    SET status = 'applied', response_metadata = p -> 'response', verification = p ->> 'verification',
      reversible = jsonb_typeof(p -> 'how_to_reverse') <> 'null',
      how_to_reverse = nullif(p -> 'how_to_reverse', 'null'), completed_at = clock_timestamp()
    WHERE r.tenant_id = v_tenant AND r.idempotency_key = (p ->> 'action_key') AND r.status <> 'applied';
  -- Undoes all of it: an action that ended otherwise is a fault for a person to find.
  IF (p ->> 'ends_action')::boolean
     AND NOT apply_action(v_tenant, v_action, p ->> 'ns_internal_id', p ->> 'verification') THEN
    RAISE EXCEPTION 'action % was not approved when its last push ended', v_action;
  END IF;
  PERFORM append_event(v_tenant, 'proposed_action', v_action, p ->> 'event_type', 'system', 'push', p -> 'details');
  IF (p ->> 'ends_action')::boolean THEN
    PERFORM enqueue_outbox(v_tenant, p ->> 'event_type', 'action-' || v_action || '-applied',
      jsonb_build_object('tenant_id', v_tenant, 'action_id', v_action));
  END IF;
  PERFORM wake_next_in_line(v_tenant, ARRAY[v_id]);
  RETURN 'settled';
END $$;
