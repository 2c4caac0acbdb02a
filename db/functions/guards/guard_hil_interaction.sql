-- Holds the statuses of lib/core/interaction a second time. The question never changes, it ends once, and how it ended
-- changes by a correction alone: until whoever asked has read it.
CREATE OR REPLACE FUNCTION guard_hil_interaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - ARRAY['status', 'response_data', 'asked', 'next_escalation_at', 'next_reminder_at',
                            'reminders_sent', 'warning_sent', 'cancelled_by_label', 'updated_at', 'responded_at',
                            'ended_at', 'used_at'])
     IS DISTINCT FROM
     (to_jsonb(OLD) - ARRAY['status', 'response_data', 'asked', 'next_escalation_at', 'next_reminder_at',
                            'reminders_sent', 'warning_sent', 'cancelled_by_label', 'updated_at', 'responded_at',
                            'ended_at', 'used_at']) THEN
    RAISE EXCEPTION 'question % is immutable: only its status moves', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF NEW.status <> OLD.status AND OLD.status <> 'pending' THEN
    RAISE EXCEPTION 'question % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'CS002';
  END IF;
  IF OLD.status <> 'pending' AND (
       (NEW.asked, NEW.next_escalation_at, NEW.next_reminder_at, NEW.reminders_sent, NEW.warning_sent,
        NEW.cancelled_by_label, NEW.responded_at, NEW.ended_at)
       IS DISTINCT FROM
       (OLD.asked, OLD.next_escalation_at, OLD.next_reminder_at, OLD.reminders_sent, OLD.warning_sent,
        OLD.cancelled_by_label, OLD.responded_at, OLD.ended_at)
       OR NEW.response_data IS DISTINCT FROM OLD.response_data
          AND (OLD.status <> 'responded' OR OLD.used_at IS NOT NULL)) THEN
    RAISE EXCEPTION 'question % has ended, and how stays as it is', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF NEW.asked < OLD.asked OR NEW.reminders_sent < OLD.reminders_sent OR OLD.warning_sent AND NOT NEW.warning_sent
     OR OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at THEN
    RAISE EXCEPTION 'what question % has told people stays told', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
