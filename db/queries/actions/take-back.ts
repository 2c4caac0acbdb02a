import { and, eq } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectOne } from "@/db/queries/rows";
import { type ProposedActionRow, proposedActions } from "@/db/schema/actions";

/** A decision that is taken back: one SQL function. */

export interface TakeBackRequest {
  tenant_id: number;
  action_id: number;
  user_id: number;
  label: string;
  /** Kept on the row and shown to the agent. */
  reason: string;
  /** The proposal keeps the time that it had, and has at least this. */
  expires_in_seconds_min: number;
  /** The statement that permits the proposal now. */
  policy: { version: number; hash: string; rule: string };
}

/** Null: nothing was written, for a reason that the action as it is now tells. */
export async function takeBackDecision(
  tx: TenantTransaction,
  request: TakeBackRequest,
): Promise<{ proposal: ProposedActionRow; pushesCancelled: number[] } | null> {
  const { outcome, newId, pushesCancelled } = await selectOne<{
    outcome: "taken_back" | "refused";
    newId: number;
    pushesCancelled: number[];
  }>(tx)`SELECT * FROM take_back_decision(${JSON.stringify(request)}::jsonb)`;
  if (outcome === "refused") return null;
  const [proposal] = await tx
    .select()
    .from(proposedActions)
    .where(and(eq(proposedActions.tenantId, request.tenant_id), eq(proposedActions.id, newId)));
  return { proposal: proposal!, pushesCancelled };
}
