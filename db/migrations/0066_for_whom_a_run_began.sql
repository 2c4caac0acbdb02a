-- The people on whose behalf a run began. The agent's row forgets them, and a run may last for months. Only the trigger
-- keep_began_for writes this column. Null: no agent had a part in it, or the run is older than the column. See
-- docs/adr/0109.
ALTER TABLE runs ADD COLUMN began_for bigint[];
CREATE TRIGGER runs_keep_for_whom BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION keep_began_for();
