import type { TenantTransaction } from "@/db/client";
import { selectAll } from "@/db/queries/rows";

/** The actions that digests count. */

export interface DigestedRow {
  id: number;
  tier: number;
  createdAt: string;
}

/** Actions up to this tier that wait for a decision and that their last plan told this person in a digest, the oldest first. */
export const listDigested = (
  tx: TenantTransaction,
  tenantId: number,
  { userId, tierMax, limit }: { userId: number; tierMax: number; limit: number },
) =>
  selectAll<DigestedRow>(tx)`
    SELECT c.id, c.risk_level::int AS tier, c.created_at FROM proposed_actions c
      JOIN message_plans p ON p.tenant_id = ${tenantId} AND p.action_id = c.id AND p.interaction_id IS NULL
        AND p.outcome IS NULL
    WHERE c.tenant_id = ${tenantId} AND c.status = 'pending' AND c.expires_at > clock_timestamp()
      AND c.risk_level <= ${tierMax}
      AND p.people @> jsonb_build_array(jsonb_build_object('user_id', ${userId}::bigint, 'digest', true))
    ORDER BY c.created_at, c.id LIMIT ${limit}`;
