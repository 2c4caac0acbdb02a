import type { TenantTransaction } from "@/db/client";

/**
 * Follows one event of the ledger, without any change in the gateway. Inngest calls it at least once for each event, and
 * `handle` runs once for each action: its receipt is written in the same transaction.
 */
export interface Subscriber {
  /** The id of its function: `invalidate-caches`. It names the receipts too, so it never changes. */
  id: string;
  title: string;
  event: "hitl.proposed" | "hitl.approved" | "hitl.rejected" | "hitl.expired" | "hitl.stale" | "hitl.applied";
  /** One sentence for the page. */
  purpose: string;
  /** Resolves with what it did, in words; null where the action does not concern it. No network here. */
  handle(tx: TenantTransaction, tenantId: number, actionId: number): Promise<string | null>;
}
