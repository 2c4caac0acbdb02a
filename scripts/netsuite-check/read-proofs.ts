import { inTenant, openDatabase } from "@/db/client";
import { listTenantIds } from "@/db/queries/people/tenants";
import { type ReceiptRow, listReceiptsSince } from "@/db/queries/pushes/receipts";
import type { LedgerRow } from "./answers";
import type { Proof } from "./find-bypasses";

/** The proofs of a write: NetSuite's own ledger, and our receipts where a database is at hand. */
export interface Proofs {
  proofs: Proof[];
  /** Rows of the ledger in NetSuite that no receipt of ours knows; empty where no database was asked. */
  unknownKeys: string[];
  /** Receipts whose outcome nobody knows yet. */
  openReceipts: number;
}

/** Every tenant's receipts. @throws what the database throws. */
export async function readReceipts(databaseUrl: string, days: number): Promise<ReceiptRow[]> {
  const database = openDatabase(databaseUrl, { poolMax: 1 });
  try {
    const receipts: ReceiptRow[] = [];
    for (const tenantId of await listTenantIds(database))
      receipts.push(...(await inTenant(database, tenantId, (tx) => listReceiptsSince(tx, tenantId, days))));
    return receipts;
  } finally {
    await database.end();
  }
}

/**
 * One proof per action key. With receipts, a row of the ledger counts only where one of them knows its key: whoever may
 * write NetSuite's records may write the ledger's too.
 */
export function gatherProofs(ledger: readonly LedgerRow[], receipts: readonly ReceiptRow[] | null): Proofs {
  const receiptKeys = receipts && new Set(receipts.map((receipt) => receipt.actionKey));
  const byKey = new Map<string, Proof>();
  for (const row of ledger) {
    if (row.record.id === "" || (receiptKeys && !receiptKeys.has(row.action_key))) continue;
    const { action_key: key, record, committed_at: at, values } = row;
    byKey.set(key, { key, record, at, values });
  }
  for (const { actionKey: key, recordType, recordId, committedAt, completedAt, values } of receipts ?? []) {
    if (!recordType || !recordId) continue;
    const record = { type: recordType, id: recordId };
    byKey.set(key, { key, record, at: committedAt ?? completedAt, values: values ?? [] });
  }
  const open = receipts?.filter(({ status }) => status === "started" || status === "unknown") ?? [];
  return {
    proofs: [...byKey.values()],
    unknownKeys: receiptKeys
      ? ledger.map((row) => row.action_key).filter((key) => !receiptKeys.has(key))
      : [],
    openReceipts: open.length,
  };
}
