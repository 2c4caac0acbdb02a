-- Whom the agent that began a run spoke for at that moment, or within seven days before: the agent's row forgets them,
-- and a run may last for months. keep_began_for writes it alone. Null: no agent had a part in it, or the run is from
-- before. See docs/adr/0109.
ALTER TABLE runs ADD COLUMN began_for bigint[];
CREATE TRIGGER runs_keep_for_whom BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION keep_began_for();
