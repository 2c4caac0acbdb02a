-- An administrator's word about a person carries the app's seal (docs/adr/0082). A counter for each subject keeps the
-- seal of an earlier word from fitting a later one. Everybody who replaced credentials is kept, so that a later name
-- does not hide an earlier one.
ALTER TABLE memberships
  ADD COLUMN role_wishes integer NOT NULL DEFAULT 0,
  ADD COLUMN leaves integer NOT NULL DEFAULT 0,
  ADD COLUMN left_by_user_id bigint REFERENCES users (id),
  ADD COLUMN recoveries integer NOT NULL DEFAULT 0,
  ADD COLUMN recovery_hands bigint[] NOT NULL DEFAULT '{}',
  ADD COLUMN first_links integer NOT NULL DEFAULT 0,
  ADD COLUMN first_link_hands bigint[] NOT NULL DEFAULT '{}';
UPDATE memberships SET recovery_hands = ARRAY[recovered_by_user_id] WHERE recovered_by_user_id IS NOT NULL;
UPDATE memberships SET first_link_hands = ARRAY[first_link_by_user_id] WHERE first_link_by_user_id IS NOT NULL;

CREATE TABLE administrator_words (
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  tenant_id bigint NOT NULL,
  -- Of whom it is said.
  user_id bigint NOT NULL,
  about text NOT NULL CONSTRAINT administrator_words_about CHECK (about IN
    ('asked_role', 'ended_office', 'confirmed_leave', 'confirmed_recovery', 'confirmed_first_link')),
  -- The membership's counter of what it is about, as it was then.
  number integer NOT NULL,
  -- The role that is asked for.
  role text CHECK (role IN ('approver', 'steward', 'admin')),
  by_user_id bigint NOT NULL REFERENCES users (id),
  seal text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, user_id, about),
  CONSTRAINT administrator_words_role CHECK ((role IS NOT NULL) = (about = 'asked_role')),
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id)
);
ALTER TABLE administrator_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE administrator_words FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON administrator_words TO countersign_owner USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON administrator_words TO countersign_app USING (tenant_id = current_tenant_id());
-- The functions of db/functions/people alone write one.
GRANT SELECT ON administrator_words TO countersign_app;

-- The functions from before take no seal.
DROP FUNCTION IF EXISTS set_role(bigint, text, text, bigint);
DROP FUNCTION IF EXISTS confirm_role(bigint, text, text, bigint);
DROP FUNCTION IF EXISTS give_role(bigint, bigint, text, text, bigint[]);
DROP FUNCTION IF EXISTS end_membership(bigint, bigint);
DROP FUNCTION IF EXISTS confirm_leave(bigint, bigint);
DROP FUNCTION IF EXISTS confirm_recovery(bigint, bigint);
DROP FUNCTION IF EXISTS confirm_first_link(bigint, bigint);
ALTER TYPE decision_context ADD ATTRIBUTE words jsonb;
