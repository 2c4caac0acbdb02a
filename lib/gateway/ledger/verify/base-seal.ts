import type { Base } from "@/db/queries/ledger/verifications";
import { canonicalText } from "@/lib/core/ledger/payload-hash";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * The app's seal on a verification that found everything intact. An incremental one begins after it and passes over all that was
 * there before, so that a row of that table which was written past the app would hide whatever came before it.
 */
export const sealBase = (tenantId: number, base: Omit<Base, "seal">): string =>
  keyedHash("verification", textOf(tenantId, base));

export const isBaseSealed = (tenantId: number, base: Base): boolean =>
  matchesKeyedHash("verification", textOf(tenantId, base), base.seal);

const textOf = (tenantId: number, { id, headSeq, startedAt, marks }: Omit<Base, "seal">): string =>
  canonicalText({ tenantId, id, headSeq, startedAt, marks });
