-- Steps are loaded and settled in groups. See docs/adr/0111.
DROP FUNCTION IF EXISTS load_step(bigint, bigint);
DROP FUNCTION IF EXISTS settle_step(bigint, bigint, text, integer, text, jsonb);
DROP FUNCTION IF EXISTS free_lane(bigint, bigint, integer);
