-- A person and everybody by whose hand alone they came into office.
CREATE OR REPLACE FUNCTION party_of(p_tenant bigint, p_user bigint) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT p_user || coalesce((SELECT m.made_by FROM memberships m WHERE m.tenant_id = p_tenant AND m.user_id = p_user),
                            '{}')
$$;
