-- A membership ties a tenant to a person, and what a tenant sees of people follows from it. The app adds nobody but people
-- whom no other tenant knows, also formerly; whoever works for two companies is joined to the second by the owner.

CREATE POLICY new_people_only ON memberships AS RESTRICTIVE FOR INSERT TO countersign_app
  WITH CHECK (NOT belongs_elsewhere(user_id, tenant_id));
