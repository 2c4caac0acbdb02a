import type { SealedResult } from "@/db/queries/ledger/verifications";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * The app's seal on a verification's result. The database's role may write that table, so that a result without its seal says
 * nothing: a faulty one would be made intact, or an incremental one would begin after a row that was put in and pass over
 * all that was there before.
 */
export const sealResult = (said: string): string => keyedHash("verification", said);

export const isResultSealed = ({ said, seal }: SealedResult): boolean =>
  matchesKeyedHash("verification", said, seal);
