-- A switch counts as released with the app's seal of that release alone (docs/adr/0079). Each flip raises the counter
-- that the seal names. A row that nobody has flipped since is at 0, and is as the migration found it.
ALTER TABLE kill_switches ADD COLUMN flips integer NOT NULL DEFAULT 0, ADD COLUMN release_seal text;

-- flip_switch and flip_global_switch alone write a switch.
REVOKE UPDATE ON kill_switches FROM countersign_app;
DROP POLICY own_change ON kill_switches;

-- The functions from before know no counter: what they released would count under the seal that is there.
DROP FUNCTION IF EXISTS flip_switch(bigint, text, boolean, text, text);
DROP FUNCTION IF EXISTS flip_global_switch(text, boolean, text, text);
DROP FUNCTION IF EXISTS engaged_switch(bigint, text[], text[]);
ALTER TYPE decision_context ADD ATTRIBUTE switches jsonb;
