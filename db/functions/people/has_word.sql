-- True where an attestation about just this counter exists. Whether its seal is the app's, only the app can
-- tell: it revokes each that is not (take_back_word), and a claim compares those that it saw (words_in_force).
CREATE OR REPLACE FUNCTION has_word(p_tenant bigint, p_user bigint, p_about text, p_number integer) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM administrator_words w
    WHERE w.tenant_id = p_tenant AND w.user_id = p_user AND w.about = p_about AND w.number = p_number)
$$;
