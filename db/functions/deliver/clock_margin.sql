-- How far NetSuite's clock may be from the database's. Our RESTlet refuses a write where it is further behind
-- (lib/destinations/netsuite/restlet-client.ts).
CREATE OR REPLACE FUNCTION clock_margin() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '60 seconds' $$;
