-- True where a person may confirm beside each of those who gave somebody credentials, and they are of no
-- party with any of them: a giver could otherwise confirm by somebody whom they added.
CREATE OR REPLACE FUNCTION may_confirm_hands(p_tenant bigint, p_user bigint, p_hands bigint[]) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((
    SELECT bool_and(may_confirm(p_tenant, p_user, h) AND NOT party_of(p_tenant, p_user) && party_of(p_tenant, h))
    FROM unnest(p_hands) AS h), false);
END $$;
