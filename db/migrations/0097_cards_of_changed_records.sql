-- The card of a proposal whose record has changed offers no approval, whoever found it and wherever. See docs/adr/0122.
CREATE TRIGGER live_readings_found AFTER INSERT ON live_readings
  FOR EACH ROW WHEN (NEW.finding <> 'holds') EXECUTE FUNCTION wake_messages();
CREATE TRIGGER live_readings_found_anew AFTER UPDATE ON live_readings
  FOR EACH ROW WHEN (NEW.finding <> OLD.finding) EXECUTE FUNCTION wake_messages();
