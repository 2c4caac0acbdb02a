import { type SQL, type SQLWrapper, and, eq, or, sql } from "drizzle-orm";
import type { ListStatus } from "@/lib/core/action/list-order";
import type { TenantTransaction } from "@/db/client";
import { actionSearch, proposedActions } from "@/db/schema/actions";
import { selectAll, selectOne } from "@/db/queries/rows";

/** Finds actions by words. The index is asked by `find_actions`; db/functions/search says why. */

/**
 * Few hits are known by their ids. Of many, rows are compared with the words in the list's own order, until the page is
 * full: each of `words` is a way in which all of its words must be there. `orId` is found by its number.
 */
export type SearchHits = { ids: readonly number[] } | { words: Ways; orId: number | null };
type Ways = readonly (readonly string[])[];

/** More hits than this are many, for a page. */
const HITS_MAX = 1_000;
/** Rows that are compared with the words for one page; 10,000 take about 40 ms. */
export const WALKED_MAX = 10_000;
/** Corrections of one search that are looked for. */
const WAYS_MAX = 6;
/** The words and characters of one search; the contract names them (lib/contract/actions/list-query.ts). */
const WORDS_MAX = 12;
const LENGTH_MAX = 200;

interface Search {
  q: string;
  status: ListStatus;
  seesContent: boolean;
}

/** The words of a search, and which actions are looked at for them. */
export interface SearchQuery {
  words: readonly string[];
  seesContent: boolean;
  /** Older actions are not searched: none of them stands in the list. */
  downTo: number;
  /** The search is a number: the action of this id is a hit too. `#8421` has no words, and finds that action alone. */
  id: number | null;
}

/**
 * By every word of the search, and by an id. Where nothing has the words as they stand, by words that resemble them.
 */
export async function findActions(
  tx: TenantTransaction,
  tenantId: number,
  search: Search,
): Promise<SearchHits> {
  const query = await readSearch(tx, tenantId, search);
  const { words, id } = query;
  if (words.length === 0 && id !== null) return { ids: [id] };
  const exact = await findByWords(tx, query, HITS_MAX);
  if (!exact.complete) return { words: [words], orId: id };
  if (id !== null) return { ids: [...exact.ids, id] };
  return exact.ids.length > 0 ? { ids: exact.ids } : findMeant(tx, query, HITS_MAX);
}

/** Searches by words that resemble those of the query, after no action contained all of them. */
export async function findMeant(
  tx: TenantTransaction,
  query: SearchQuery,
  hitsMax: number,
): Promise<SearchHits> {
  const ids = new Set<number>();
  const ways = await correctionsOf(tx, query.words, query.seesContent);
  for (const words of ways) {
    const hits = await findByWords(tx, { ...query, words }, hitsMax);
    if (!hits.complete) return { words: ways, orId: null };
    for (const hit of hits.ids) ids.add(hit);
  }
  return ids.size > hitsMax ? { words: ways, orId: null } : { ids: [...ids] };
}

/**
 * The words of a search are the first few different ones. One sign may stand for many: U+FDFA for four words of eighteen
 * characters. So the text is measured as it is compared, not only as it came.
 */
export async function readSearch(
  tx: TenantTransaction,
  tenantId: number,
  { q, status, seesContent }: Search,
): Promise<SearchQuery> {
  const id = /^#?\d{1,15}$/.test(q.trim()) ? Number(q.trim().replace("#", "")) : null;
  if (id !== null && q.trim().startsWith("#")) return { words: [], seesContent, downTo: id, id };
  const { text, oldest } = await selectOne<{ text: string; oldest: number | null }>(tx)`
    SELECT btrim(left(btrim(search_text(${q})), ${LENGTH_MAX}::integer)) AS text,
      (SELECT min(id) FROM proposed_actions WHERE tenant_id = ${tenantId} AND status = ${status}) AS oldest`;
  const words = text === "" ? [] : [...new Set(text.split(" "))].slice(0, WORDS_MAX);
  const isOfAllTimes = status === "all" || status === "history";
  return { words, seesContent, downTo: isOfAllTimes ? 0 : (oldest ?? Number.MAX_SAFE_INTEGER), id };
}

const findByWords = (
  tx: TenantTransaction,
  query: SearchQuery,
  hitsMax: number,
): Promise<{ ids: number[]; complete: boolean }> =>
  selectOne<{ ids: number[]; complete: boolean }>(tx)`
    SELECT to_jsonb(ids) AS ids, complete FROM ${hitsOf(query, hitsMax)}`;

/** A call of find_actions, to stand behind FROM. */
export const hitsOf = ({ words, seesContent, downTo }: SearchQuery, hitsMax: number): SQL =>
  sql`find_actions(${textArray(words)}, ${seesContent}, ${downTo}::bigint, ${hitsMax}::integer)`;

/** Every word of four letters or more may be meant otherwise. Empty: no word of the tenant resembles any of them. */
async function correctionsOf(
  tx: TenantTransaction,
  words: readonly string[],
  seesContent: boolean,
): Promise<string[][]> {
  const similar = await selectAll<{ word: string; meant: string }>(tx)`
    SELECT asked.word, meant
    FROM unnest(${textArray(words.filter((word) => word.length >= 4))}) AS asked (word),
      LATERAL similar_words(asked.word, ${seesContent}) WITH ORDINALITY AS resembling (meant, rank)
    ORDER BY rank`;
  let ways: string[][] = [[]];
  for (const word of words) {
    const own = similar.filter((one) => one.word === word).map(({ meant }) => meant);
    const meant = own.length === 0 ? [word] : own;
    ways = ways.flatMap((way) => meant.map((one) => [...way, one])).slice(0, WAYS_MAX);
  }
  return ways.filter((way) => way.some((word, index) => word !== words[index]));
}

export const isWalk = (found: SearchHits | undefined): found is Extract<SearchHits, { words: unknown }> =>
  found !== undefined && "words" in found;

/** The condition of few hits. */
export const amongIds = (ids: readonly number[]): SQL =>
  sql`${proposedActions.id} = ANY(${`{${ids.join(",")}}`}::bigint[])`;

/**
 * Whether the text of an action has the words. A scalar, which the planner cannot turn into a join: the rows before it
 * stay in their order, and it is asked no more often than the page needs.
 */
export function hasWords(
  tx: TenantTransaction,
  tenantId: number,
  actionId: SQLWrapper,
  search: { words: Ways; orId: number | null; seesContent: boolean },
): SQL {
  const text = search.seesContent ? actionSearch.content : actionSearch.outline;
  const patterns = (way: readonly string[]) =>
    sql`ARRAY(SELECT search_pattern(word) FROM unnest(${textArray(way)}) AS word)`;
  const found = or(...search.words.map((way) => sql`${text} LIKE ALL (${patterns(way)})`));
  const said = tx
    .select({ found: sql`${found}` })
    .from(actionSearch)
    .where(and(eq(actionSearch.tenantId, tenantId), sql`${actionSearch.actionId} = ${actionId}`));
  return search.orId === null ? sql`${said}` : sql`(${actionId} = ${search.orId}::bigint OR ${said})`;
}

const textArray = (words: readonly string[]): SQL =>
  sql`ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(words)}::jsonb))`;
