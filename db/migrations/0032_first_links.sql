-- Who issued the link by which this person set their first password, until another administrator confirms whose hands it
-- is in: the issuer saw the link and may have used it. Null: nobody, or confirmed.
ALTER TABLE memberships ADD COLUMN first_link_by_user_id bigint REFERENCES users (id);
