import type { ReadbackLine } from "@/db/schema/pushes";
import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import type { RecordRef } from "@/lib/core/push/verdict";
import { type KeyRing, keyRing } from "@/lib/secrets/key-ring";
import { findHashKey, keyedHash } from "@/lib/secrets/keyed-hash";

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
  /** As `hashReadback` makes it. */
  readbackHash: string;
  committedAt: string | null;
}

export const sealSettlement = (write: AppliedWrite): string => keyedHash("settlement", textOf(write));

/** The key under which the seal fits. Null: none. */
export const findSettlementKey = (
  write: AppliedWrite,
  seal: string | null | undefined,
  keys: KeyRing = keyRing(),
): keyof KeyRing | null => findHashKey("settlement", textOf(write), seal, keys);

/** Each member by name: the values come back from the database with others beside them. */
const textOf = ({
  tenantId,
  actionId,
  pushId,
  payloadHash,
  record: { type, id },
  readbackHash,
  committedAt,
}: AppliedWrite): string =>
  canonicalText({ tenantId, actionId, pushId, payloadHash, record: { type, id }, readbackHash, committedAt });

export const hashReadback = (readback: readonly ReadbackLine[]): string =>
  sha256Hex(
    canonicalText(
      readback.map(({ field, expected, actual, matches }) => ({ field, expected, actual, matches })),
    ),
  );

/** The end of a roll, of which at least one line was applied. */
export interface EndOfLines {
  tenantId: number;
  actionId: number;
  verification: string;
  /** Numbers of lines by state. */
  lines: Readonly<Record<string, number>>;
}

export const sealEndOfLines = (end: EndOfLines): string => keyedHash("settlement", textOfEnd(end));

export const findEndOfLinesKey = (
  end: EndOfLines,
  seal: string | null | undefined,
  keys: KeyRing = keyRing(),
): keyof KeyRing | null => findHashKey("settlement", textOfEnd(end), seal, keys);

const textOfEnd = ({ tenantId, actionId, verification, lines }: EndOfLines): string =>
  canonicalText({ tenantId, actionId, verification, lines });
