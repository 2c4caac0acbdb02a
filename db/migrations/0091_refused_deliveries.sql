-- How many deliveries of providers were refused, by route and five minutes. Nobody is known to have sent them, so they
-- belong to no company.
CREATE TABLE refused_deliveries (
  route text NOT NULL CHECK (route ~ '^[a-z]+(/[a-z]+)?$' AND char_length(route) <= 40),
  began_at timestamptz NOT NULL CHECK (began_at BETWEEN '1970-01-01 00:00:00+00' AND '2500-01-01 00:00:00+00'),
  -- Its signature, time or login is wrong.
  forged integer NOT NULL DEFAULT 0 CHECK (forged >= 0),
  -- It cannot be read, or is not as its provider sends it.
  malformed integer NOT NULL DEFAULT 0 CHECK (malformed >= 0),
  PRIMARY KEY (route, began_at)
);
ALTER TABLE refused_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE refused_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON refused_deliveries TO countersign_owner USING (true) WITH CHECK (true);
