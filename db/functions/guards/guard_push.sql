-- Holds the push states of lib/core a second time: no push goes from one status to another that the table there does
-- not know, and nothing but the status and the delivery's own fields changes.
CREATE OR REPLACE FUNCTION guard_push() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.action_id, NEW.action_key, NEW.record_key, NEW.record_family, NEW.record_unread,
      NEW.payload_json, NEW.payload_hash, NEW.line_no, NEW.destination, NEW.grace_until)
     IS DISTINCT FROM
     (OLD.id, OLD.tenant_id, OLD.action_id, OLD.action_key, OLD.record_key, OLD.record_family, OLD.record_unread,
      OLD.payload_json, OLD.payload_hash, OLD.line_no, OLD.destination, OLD.grace_until) THEN
    RAISE EXCEPTION 'push % is immutable: only its status moves', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF OLD.netsuite_account IS NOT NULL AND NEW.netsuite_account IS DISTINCT FROM OLD.netsuite_account THEN
    RAISE EXCEPTION 'push % stays with the account that it was sent to', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status || '>' || NEW.status) NOT IN (
       'queued>pushing', 'queued>cancelled',
       'pushing>applied', 'pushing>queued', 'pushing>unknown', 'pushing>stale', 'pushing>dead',
       'unknown>applied', 'unknown>queued', 'unknown>stale', 'unknown>dead',
       'dead>queued', 'dead>cancelled') THEN
    RAISE EXCEPTION 'push % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'CS002';
  END IF;
  IF NEW.status = 'pushing' AND OLD.status = 'queued' AND OLD.grace_until > clock_timestamp() THEN
    RAISE EXCEPTION 'push % waits: its approval can still be taken back', OLD.id USING ERRCODE = 'CS002';
  END IF;
  -- The longest time that the app writes is a hold of 24 hours. A push with a later time, or a count that skips some,
  -- would never be sent.
  IF current_user = 'countersign_app' AND (
       greatest(NEW.next_attempt_at, NEW.hold_until, NEW.lease_expires_at, NEW.not_after)
         > clock_timestamp() + interval '25 hours'
       OR greatest(NEW.sent_at, NEW.last_sent_at, NEW.probed_at, NEW.proved_unwritten_at, NEW.queued_at)
         > clock_timestamp()
       OR NEW.lease_attempt NOT IN (OLD.lease_attempt, OLD.lease_attempt + 1)
       OR greatest(NEW.attempts - OLD.attempts, NEW.send_round - OLD.send_round,
                   NEW.reconcile_rounds - OLD.reconcile_rounds) > 1) THEN
    RAISE EXCEPTION 'push % would wait beyond reason', OLD.id USING ERRCODE = 'CS001';
  END IF;
  -- How long a copy of a request may begin is said by the request alone, and grows no shorter.
  IF current_user = 'countersign_app' THEN
    NEW.earlier_not_after := OLD.earlier_not_after;
    NEW.not_after := greatest(OLD.not_after, NEW.not_after);
  END IF;
  -- A lease takes over the doubt about the requests before it: none where a probe ended it once none of them could
  -- begin any more, and that about a last one which the script refused is over.
  IF NEW.status = 'pushing' AND OLD.status <> 'pushing' THEN
    IF OLD.proved_unwritten_at > OLD.last_sent_at
       AND greatest(OLD.not_after, OLD.earlier_not_after) + clock_margin() <= clock_timestamp() THEN
      NEW.earlier_not_after := NULL;
    ELSIF OLD.last_sent_at IS NOT NULL THEN
      NEW.earlier_not_after := may_begin_until(OLD) - clock_margin();
    END IF;
  END IF;
  -- Kept for good, whichever statement sends: sent_at belongs to the present lease alone, whose end as it is now the
  -- request carries. A lease may send twice; greatest() passes over null.
  IF NEW.sent_at IS NOT NULL AND NEW.sent_at IS DISTINCT FROM OLD.sent_at THEN
    NEW.last_sent_at := greatest(OLD.last_sent_at, NEW.sent_at);
    NEW.not_after := greatest(OLD.not_after, NEW.lease_expires_at);
    IF OLD.sent_at IS NOT NULL THEN
      NEW.earlier_not_after := greatest(OLD.earlier_not_after, OLD.not_after);
    END IF;
  END IF;
  IF current_user = 'countersign_app' AND OLD.last_sent_at IS NOT NULL
     AND (NEW.last_sent_at >= OLD.last_sent_at) IS NOT TRUE THEN
    RAISE EXCEPTION 'a request of push % left, and that stays so', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF current_user = 'countersign_app' AND OLD.status IN ('applied', 'stale', 'cancelled')
     AND (NEW.verification, NEW.ns_internal_id, NEW.readback_json, NEW.netsuite_account, NEW.applied_at, NEW.ended_at)
     IS DISTINCT FROM
     (OLD.verification, OLD.ns_internal_id, OLD.readback_json, OLD.netsuite_account, OLD.applied_at, OLD.ended_at) THEN
    RAISE EXCEPTION 'push % has ended, and how stays as it is', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF current_user = 'countersign_app' AND OLD.status = 'dead' AND NEW.status = 'queued' AND NOT EXISTS (
       SELECT 1 FROM proposed_actions a WHERE a.id = OLD.action_id AND a.status = 'approved') THEN
    RAISE EXCEPTION 'push % belongs to an action that has ended', OLD.id USING ERRCODE = 'CS002';
  END IF;
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;
