-- For sessions, tokens and links: what was used, revoked or has ended does not work again.
CREATE OR REPLACE FUNCTION refuse_revival() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % that has ended stays ended', TG_TABLE_NAME USING ERRCODE = 'CS001';
END $$;
