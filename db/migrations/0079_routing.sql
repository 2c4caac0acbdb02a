-- Who is told of questions and actions: the company's rules, and each person's own times. See docs/adr/0127.

-- Each publication is a version; the latest is in force. Version 0, which is no row, has no rules.
CREATE TABLE routing_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  version integer NOT NULL CHECK (version >= 1),
  -- In their order, as lib/contract/settings/routing.ts has them.
  rules jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array'),
  note text NOT NULL CHECK (char_length(note) BETWEEN 1 AND 500),
  published_by_label text NOT NULL,
  published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, version)
);
CREATE TRIGGER routing_versions_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON routing_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
SELECT wall_in('routing_versions');
GRANT INSERT (tenant_id, version, rules, note, published_by_label) ON routing_versions TO countersign_app;

-- Without a row: no quiet hours, and never away.
CREATE TABLE notification_times (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  user_id bigint NOT NULL,
  -- An IANA name.
  time_zone text NOT NULL CHECK (char_length(time_zone) BETWEEN 1 AND 64),
  -- Minutes of the day there. Both null: no quiet hours. They may pass midnight.
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_until smallint CHECK (quiet_until BETWEEN 0 AND 1439),
  away_from timestamptz,
  away_until timestamptz,
  -- Told instead of them while they are away.
  deputy_user_id bigint,
  changed_by_label text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id),
  FOREIGN KEY (tenant_id, deputy_user_id) REFERENCES memberships (tenant_id, user_id),
  CONSTRAINT quiet_hours_are_whole CHECK ((quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from <> quiet_until),
  CONSTRAINT away_is_whole CHECK ((away_from IS NULL) = (away_until IS NULL) AND away_from < away_until),
  CONSTRAINT no_deputy_of_ones_own CHECK (deputy_user_id <> user_id)
);
SELECT wall_in('notification_times');
GRANT INSERT (tenant_id, user_id, time_zone, quiet_from, quiet_until, away_from, away_until, deputy_user_id,
              changed_by_label),
      UPDATE (time_zone, quiet_from, quiet_until, away_from, away_until, deputy_user_id, changed_by_label, changed_at)
  ON notification_times TO countersign_app;

CREATE TRIGGER routing_versions_look AFTER INSERT ON routing_versions
  FOR EACH ROW EXECUTE FUNCTION look_at_all_messages();
CREATE TRIGGER notification_times_look AFTER INSERT OR UPDATE ON notification_times
  FOR EACH ROW EXECUTE FUNCTION look_at_all_messages();
