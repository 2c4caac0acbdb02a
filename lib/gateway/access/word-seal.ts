import { type StoredWord, takeBackWord } from "@/db/queries/people/administrator-words";
import { type Database, type TenantTransaction, inTenant } from "@/db/client";
import { log } from "@/lib/log";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * For administrator_words.seal. Two people who count as one by the first administrator's word count as two by the second one's,
 * so that a person with access to the database alone must not be able to say either (docs/adr/0082). The number, a counter of what it is
 * about, keeps an earlier word from coming back.
 */
export type Word = Omit<StoredWord, "seal"> & { tenantId: number };

export const sealWord = (word: Word): string => keyedHash("administrator-word", wordTextOf(word));

export const wordTextOf = ({ tenantId, userId, about, number, role, byUserId }: Word): string =>
  [tenantId, userId, about, number, role ?? "", byUserId].join("/");

/** False: it was not said in this app, and counts for nothing. */
export function isGenuineWord(tenantId: number, word: StoredWord): boolean {
  if (matchesKeyedHash("administrator-word", wordTextOf({ tenantId, ...word }), word.seal)) return true;
  const { userId, about, byUserId } = word;
  log.error(
    { tenantId, userId, about, byUserId },
    "An administrator's word without its seal counts for nothing: it was written past the app",
  );
  return false;
}

/**
 * Takes back the second words that were not said in this app, so that the rules about two people weigh as if nobody had said
 * them. True: there were some, and what was read with them is to be read again.
 */
export async function takeBackForgedWords(
  database: Database,
  tenantId: number,
  words: readonly StoredWord[],
): Promise<boolean> {
  if (words.every((word) => isGenuineWord(tenantId, word))) return false;
  return inTenant(database, tenantId, (tx) => takeBackForgedWordsIn(tx, tenantId, words));
}

/** The same in the caller's transaction. */
export async function takeBackForgedWordsIn(
  tx: TenantTransaction,
  tenantId: number,
  words: readonly StoredWord[],
): Promise<boolean> {
  const forged = words.filter((word) => !isGenuineWord(tenantId, word));
  for (const word of forged.toSorted((a, b) => a.userId - b.userId)) await takeBackWord(tx, word);
  return forged.length > 0;
}
