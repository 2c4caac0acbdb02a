-- True where the second role may do something that the first may not: decide, or administer.
CREATE OR REPLACE FUNCTION adds_power(p_from text, p_to text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_to IN ('approver', 'admin') AND p_from NOT IN ('approver', 'admin')
      OR p_to IN ('steward', 'admin') AND p_from NOT IN ('steward', 'admin')
$$;
