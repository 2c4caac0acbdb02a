import type postgres from "postgres";

/** Proposals from before they were sealed that may still be written, as the tables' owner reads them. */

type Tx = postgres.TransactionSql;

export interface OpenProposal {
  tenantId: number;
  actionId: number;
  evidenceHash: string;
}

export const listOpenProposals = (tx: Tx) => tx<OpenProposal[]>`
  SELECT tenant_id::int AS "tenantId", id::int AS "actionId", hashed(action_evidence(a)) AS "evidenceHash"
  FROM proposed_actions a WHERE status IN ('pending', 'approved') ORDER BY id`;

export const recordIntake = (tx: Tx, { tenantId, actionId }: OpenProposal, seal: string) => tx`
  SELECT append_event(${tenantId}::bigint, 'proposed_action', ${actionId}::bigint, 'hitl.intake_sealed', 'system',
    'set-up', jsonb_build_object('intake_seal', ${seal}::text))`;
