-- The tier follows the effect of a write, not the name of its action type (docs/adr/0054), and it is weighed again when
-- somebody approves (docs/adr/0055).
ALTER TABLE proposed_actions
  -- The places that the write reaches (`customer.creditlimit`), and conditions that its values fulfil there
  -- (`customer.creditlimit=none`). The row obeys the rules of every action type that shares one of them.
  ADD COLUMN effects text[] NOT NULL DEFAULT '{}',
  -- New recipients and bank details: new_recipient, new_bank_details.
  ADD COLUMN marks text[] NOT NULL DEFAULT '{}',
  -- The place of the stock that the write moves.
  ADD COLUMN location_ref text,
  -- Of a roll of several lines: each line's share, as the totals of others count it.
  ADD COLUMN weight_parts jsonb,
  -- The tier that the proposer claimed. It is shown and never weighed.
  ADD COLUMN claimed_risk_level smallint CHECK (claimed_risk_level BETWEEN 1 AND 5),
  -- The tier that the row was proposed at; null: it still has that tier. Set by raise_tier alone.
  ADD COLUMN raised_from smallint CHECK (raised_from BETWEEN 1 AND 5);

-- The effects of every write of this type.
ALTER TABLE action_types ADD COLUMN effects text[] NOT NULL DEFAULT '{}';

ALTER TABLE risk_tier_rules DROP CONSTRAINT risk_tier_rules_measure_check;
ALTER TABLE risk_tier_rules ADD CONSTRAINT risk_tier_rules_measure_check CHECK (
  measure IN ('base', 'writes', 'movement_percent', 'cumulative_movement_percent', 'impact_cents',
              'cumulative_customer_cents', 'cumulative_sku_cents', 'cumulative_agent_cents',
              'cumulative_location_cents', 'cumulative_entity_cents', 'new_recipients', 'new_bank_details'));

-- A roll of one line is that line. Where a tenant changed the roll's own rule, its rule stays.
UPDATE risk_tier_rules SET measure = 'writes', at_least = 2
WHERE action_type = 'bulk_price_roll' AND name = 'bulk-price-roll' AND measure = 'base' AND tier = 5;

-- The tier at which each vote was given; null: from before. After the tier rose the same person votes again.
ALTER TABLE decisions ADD COLUMN risk_level smallint CHECK (risk_level BETWEEN 1 AND 5);
ALTER TABLE decisions DROP CONSTRAINT decisions_action_id_actor_user_id_decision_key;
CREATE UNIQUE INDEX decisions_one_vote_a_tier
  ON decisions (action_id, actor_user_id, decision, (coalesce(risk_level, 0)));

-- The rule that raised the tier, beside the tier that it raised it to.
ALTER TYPE decide_outcome ADD ATTRIBUTE risk_rule text;

-- Totals count the proposer's own pending rows, every approved one, and those that were written in the last day.
DROP INDEX proposed_actions_today;
CREATE INDEX proposed_actions_pending_sums ON proposed_actions (tenant_id, agent_id, action_type)
  WHERE status = 'pending' AND impact_cents <> 0;
CREATE INDEX proposed_actions_approved_sums ON proposed_actions (tenant_id, action_type)
  WHERE status = 'approved' AND impact_cents <> 0 AND weight_parts IS NULL;
CREATE INDEX proposed_actions_applied_sums ON proposed_actions (tenant_id, action_type, applied_at)
  WHERE status = 'applied' AND impact_cents <> 0 AND weight_parts IS NULL;
CREATE INDEX proposed_actions_roll_sums ON proposed_actions (tenant_id, action_type)
  WHERE weight_parts IS NOT NULL AND status IN ('approved', 'applied');

-- Its arguments change.
DROP FUNCTION IF EXISTS weigh_risk(proposed_actions, bigint);

-- Rows from before: the claim weighs those that wait again, and totals count those whose write is still to come.
UPDATE proposed_actions SET effects = ARRAY['customer.creditlimit', 'customer.creditlimit=none']
WHERE status = 'pending' AND action_type = 'customer_credit_limit'
  AND (payload_json #>> '{changes,0,to}')::numeric < 1;
UPDATE proposed_actions SET effects = ARRAY['customer.note']
WHERE status = 'pending' AND action_type = 'note_attachment' AND entity_type = 'customer';
UPDATE proposed_actions SET location_ref = payload_json #>> '{record,location_id}'
WHERE (status IN ('pending', 'approved') OR applied_at > now() - interval '2 days')
  AND payload_json #>> '{record,location_id}' IS NOT NULL;

-- "Was this address written to before?" is asked for every draft.
CREATE INDEX email_drafts_by_customer ON email_drafts (tenant_id, (upper(trim(customer_ref))));
