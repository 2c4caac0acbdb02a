import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { BundleSubject } from "@/lib/core/ledger/bundle/statement";
import { execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";

/** Evidence bundles: those that wait, sealed once, and read. */

export interface WaitingBundle {
  id: number;
  subjectType: BundleSubject;
  subjectId: number;
  endedAt: string;
}

/** Runs and actions that have ended and have no bundle yet, in the order of their ends, after one. */
export const listBundlesToSeal = (tx: TenantTransaction, tenantId: number, afterId: number, limit: number) =>
  selectAll<WaitingBundle>(tx)`
    SELECT id, subject_type, subject_id, ended_at FROM evidence_bundles
    WHERE tenant_id = ${tenantId} AND sealed_at IS NULL AND id > ${afterId} ORDER BY id LIMIT ${limit}`;

interface SealedRow {
  payload: string;
  signature: string;
  keyId: string;
  sha256: string;
  sizeBytes: number;
  checkpointSeq: number;
  sealedAt: string;
}

/** False: somebody else sealed it. */
export const sealBundleRow = async (
  tx: TenantTransaction,
  tenantId: number,
  id: number,
  sealed: SealedRow,
): Promise<boolean> =>
  (await execute(tx)`
    UPDATE evidence_bundles SET payload = convert_to(${sealed.payload}, 'UTF8'), signature = ${sealed.signature},
      key_id = ${sealed.keyId}, sha256 = ${sealed.sha256}, size_bytes = ${sealed.sizeBytes},
      checkpoint_seq = ${sealed.checkpointSeq}, sealed_at = ${sealed.sealedAt}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND sealed_at IS NULL`) === 1;

export type BundleState = WaitingBundle & {
  [Name in keyof Omit<SealedRow, "payload">]: SealedRow[Name] | null;
};

const stateColumns = sql`id, subject_type, subject_id, ended_at, signature, key_id, sha256, size_bytes, checkpoint_seq,
  sealed_at`;

/** Without the payload. Null: the subject has not ended, or does not exist. */
export const findBundleState = (
  tx: TenantTransaction,
  tenantId: number,
  { kind, id }: { kind: BundleSubject; id: number },
) =>
  selectFirst<BundleState>(tx)`
    SELECT ${stateColumns} FROM evidence_bundles
    WHERE tenant_id = ${tenantId} AND subject_type = ${kind} AND subject_id = ${id}`;

/** The payload of a sealed bundle. Null: it is not sealed. */
export const findBundlePayload = async (
  tx: TenantTransaction,
  tenantId: number,
  id: number,
): Promise<string | null> =>
  (
    await selectFirst<{ payload: string | null }>(tx)`
    SELECT convert_from(payload, 'UTF8') AS payload FROM evidence_bundles
    WHERE tenant_id = ${tenantId} AND id = ${id}`
  )?.payload ?? null;

/** True: an event of these subjects waits for its checkpoint. */
export const hasWaitingEvents = async (
  tx: TenantTransaction,
  tenantId: number,
  eventIds: readonly number[],
): Promise<boolean> =>
  (await selectFirst(tx)`
    SELECT 1 FROM unsealed_events
    WHERE tenant_id = ${tenantId} AND event_id = ANY(${`{${eventIds.join(",")}}`}::bigint[]) LIMIT 1`) !==
  null;

/** The events that a checkpoint covers, in the order of their ids. */
export const listCoveredHashes = (tx: TenantTransaction, tenantId: number, ids: string) =>
  selectAll<{ id: number; hash: string }>(tx)`
    SELECT id, hash FROM events
    WHERE tenant_id = ${tenantId} AND id <@ ${ids}::int8multirange
      AND id >= lower(${ids}::int8multirange) AND id < upper(${ids}::int8multirange) ORDER BY id`;

/** The status of a run or an action. Null: the tenant has none of this id. */
export const findSubjectStatus = async (
  tx: TenantTransaction,
  tenantId: number,
  { kind, id }: { kind: BundleSubject; id: number },
): Promise<string | null> => {
  const table = kind === "run" ? sql`runs` : sql`proposed_actions`;
  const row = await selectFirst<{ status: string }>(tx)`
    SELECT status FROM ${table} WHERE tenant_id = ${tenantId} AND id = ${id}`;
  return row?.status ?? null;
};

/** How many events a subject's chain has now. */
export const countChain = async (
  tx: TenantTransaction,
  tenantId: number,
  { kind, id }: { kind: BundleSubject; id: number },
): Promise<number> =>
  (
    await selectOne<{ count: number }>(tx)`
    SELECT coalesce(max(seq), 0)::int AS count FROM events
    WHERE tenant_id = ${tenantId} AND entity_type = ${kind} AND entity_id = ${id}`
  ).count;
