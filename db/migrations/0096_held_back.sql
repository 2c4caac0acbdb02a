-- How many proposals of each agent were refused because of a limit or a pause, by reason and hour. The proposals
-- themselves are kept nowhere. See docs/adr/0143.
CREATE TABLE held_back (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  agent_id bigint NOT NULL REFERENCES agents (id),
  reason text NOT NULL CHECK (reason ~ '^[a-z_]{1,40}$'),
  -- The hour's beginning.
  hour timestamptz NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- Of the last one whose body was read. Null: none was.
  last_action_type text CHECK (char_length(last_action_type) <= 64),
  last_entity_ref text CHECK (char_length(last_entity_ref) <= 200),
  PRIMARY KEY (tenant_id, agent_id, reason, hour)
);
CREATE INDEX held_back_by_hour ON held_back (tenant_id, hour);
SELECT wall_in('held_back');
GRANT INSERT, UPDATE (count, first_at, last_at, last_action_type, last_entity_ref) ON held_back TO countersign_app;
