-- A standing authorisation carries the app's seal (docs/adr/0066). Those that are in force get theirs from the
-- migrator, which has the key.
ALTER TABLE standing_authorisations ADD COLUMN seal text;
-- The seal holds the row's id, and so it follows the insertion. One of the role's own making is worth nothing.
GRANT UPDATE (seal) ON standing_authorisations TO countersign_app;
