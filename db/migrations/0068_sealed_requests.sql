-- The app's seals on what steps asked, beside those on how it ended. See docs/adr/0114.
-- Null: written past the app; rows from before are sealed by the migrator.
ALTER TABLE step_receipts ADD COLUMN request_seal text;
GRANT INSERT (request_seal), UPDATE (request_seal) ON step_receipts TO countersign_app;

-- How a call of a model ended and what it used, which the day's costs go by.
ALTER TABLE model_calls ADD COLUMN seal text;
GRANT UPDATE (seal) ON model_calls TO countersign_app;
