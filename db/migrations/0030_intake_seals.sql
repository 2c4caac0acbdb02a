-- A token is for the decision that it was issued for: the app's role spends it, and changes nothing else of it.
REVOKE UPDATE ON edit_tokens FROM countersign_app;
GRANT UPDATE (used_at) ON edit_tokens TO countersign_app;
-- From here on each proposal carries the app's seal in its first event (docs/adr/0064). Those that are open get theirs
-- from the migrator, which has the key.
