import type { TenantTransaction } from "@/db/client";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { administratorWords } from "@/db/schema/people";
import type { Page } from "./sealed";

/** Administrators' words about people: first ones, and second ones that confirm them. */

/** A word as it is stored, whoever wrote it. */
export type StoredWord = RowOf<
  typeof administratorWords,
  "userId" | "about" | "number" | "role" | "byUserId" | "seal"
>;

/** The word of that person about this. Null: nobody said one. */
export const findWord = (
  tx: TenantTransaction,
  tenantId: number,
  { userId, about }: Pick<StoredWord, "userId" | "about">,
) =>
  selectFirst<StoredWord>(tx)`
    SELECT user_id, about, number, role, by_user_id, seal FROM administrator_words
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND about = ${about}`;

/** The second words that make a rule about two people less strict now. */
export async function readWordsInForce(
  tx: TenantTransaction,
  tenantId: number,
): Promise<readonly StoredWord[]> {
  const row = await selectOne<{ words: StoredWord[] }>(tx)`
    SELECT words_in_force(${tenantId}::bigint) AS words`;
  return row.words;
}

/** Takes a second word back; the rules are then as strict as before it. */
export const takeBackWord = (tx: TenantTransaction, { userId, about, number }: StoredWord) =>
  execute(tx)`SELECT take_back_word(${userId}::bigint, ${about}, ${number}::integer)`;

export interface Confirmation {
  userId: number;
  /** The seal of the second administrator's word. */
  seal: string;
  actorUserId: number;
}

/** False: nothing waits, or this administrator did it themselves. */
export async function confirmLeave(tx: TenantTransaction, { userId, seal, actorUserId }: Confirmation) {
  const row = await selectOne<{ done: boolean }>(tx)`
    SELECT confirm_leave(${userId}, ${seal}, ${actorUserId}) AS done`;
  return row.done;
}

/** False: there is nothing to confirm, or it is not for this administrator to do. */
export async function confirmFirstLink(tx: TenantTransaction, { userId, seal, actorUserId }: Confirmation) {
  const row = await selectOne<{ done: boolean }>(tx)`
    SELECT confirm_first_link(${userId}, ${seal}, ${actorUserId}) AS done`;
  return row.done;
}

/** The same of credentials that were replaced. */
export async function confirmRecovery(tx: TenantTransaction, { userId, seal, actorUserId }: Confirmation) {
  const row = await selectOne<{ done: boolean }>(tx)`
    SELECT confirm_recovery(${userId}, ${seal}, ${actorUserId}) AS done`;
  return row.done;
}

/** An administrator's word that they took the app away. `number`: as `clearSecondFactor` returned it. */
export const sayAppTakenAway = (
  tx: TenantTransaction,
  { userId, number, seal, actorUserId }: Confirmation & { number: number },
) =>
  execute(
    tx,
  )`SELECT say_app_taken_away(${userId}::bigint, ${number}::integer, ${seal}, ${actorUserId}::bigint)`;

export type SealedWord = Omit<StoredWord, "seal"> & { id: number; value: string | null };

export const listSealedWords = (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
  selectAll<SealedWord>(tx)`
    SELECT id, seal AS value, user_id, about, number, role, by_user_id FROM administrator_words
    WHERE tenant_id = ${tenantId} AND id > ${afterId} ORDER BY id LIMIT ${limit}`;

/** 0: it changed meanwhile. */
export const replaceSealOfWord = (
  tx: TenantTransaction,
  tenantId: number,
  { id, value, number }: SealedWord,
  replacement: string,
) =>
  execute(tx)`
    UPDATE administrator_words SET seal = ${replacement}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND seal = ${value} AND number = ${number}`;
