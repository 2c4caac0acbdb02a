-- A chain's head moves by the link that the ledger just took in, and in no other way.
CREATE OR REPLACE FUNCTION guard_ledger_subject() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.chain_seq <> 0 OR NEW.chain_head <> '' THEN
      RAISE EXCEPTION 'a chain starts empty' USING ERRCODE = 'CS001';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.tenant_id, NEW.entity_type, NEW.entity_id) IS DISTINCT FROM (OLD.tenant_id, OLD.entity_type, OLD.entity_id)
     OR (NEW.chain_seq, NEW.chain_head) IS DISTINCT FROM (OLD.chain_seq, OLD.chain_head) AND NOT (
       NEW.chain_seq = OLD.chain_seq + 1 AND EXISTS (
         SELECT 1 FROM events e
         WHERE e.tenant_id = NEW.tenant_id AND e.entity_type = NEW.entity_type AND e.entity_id = NEW.entity_id
           AND e.seq = NEW.chain_seq AND e.hash = NEW.chain_head)) THEN
    RAISE EXCEPTION 'the ledger of this % has no such link', OLD.entity_type USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
