-- A checkpoint vouches for the seals of its events (docs/adr/0065). Events that wait now are older than the seals: they
-- go into checkpoints of their own, which vouch for none.
ALTER TABLE unsealed_events ADD COLUMN predates_seals boolean NOT NULL DEFAULT true;
ALTER TABLE unsealed_events ALTER COLUMN predates_seals SET DEFAULT false;
