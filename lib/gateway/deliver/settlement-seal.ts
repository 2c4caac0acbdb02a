import type { ReadbackLine } from "@/db/schema/pushes";
import { canonicalText } from "@/lib/core/ledger/payload-hash";
import type { RecordRef } from "@/lib/core/push/verdict";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * The app's seal on each write that it saw applied, kept in the receipt and in the ledger. A receipt settles its push as
 * written, and nothing is sent then: without this seal, whoever holds the database would end an approved write unsent.
 */
export interface AppliedWrite {
  tenantId: number;
  actionId: number;
  pushId: number;
  payloadHash: string;
  record: RecordRef;
  readback: readonly ReadbackLine[];
  committedAt: string | null;
}

export const sealSettlement = (write: AppliedWrite): string => keyedHash("settlement", textOf(write));

export const isSettlement = (write: AppliedWrite, seal: string | undefined): boolean =>
  matchesKeyedHash("settlement", textOf(write), seal);

/** Each member by name: the values come back from the database with others beside them. */
const textOf = ({
  tenantId,
  actionId,
  pushId,
  payloadHash,
  record: { type, id },
  readback,
  committedAt,
}: AppliedWrite): string =>
  canonicalText({
    tenantId,
    actionId,
    pushId,
    payloadHash,
    record: { type, id },
    readback: readback.map(({ field, expected, actual, matches }) => ({ field, expected, actual, matches })),
    committedAt,
  });
