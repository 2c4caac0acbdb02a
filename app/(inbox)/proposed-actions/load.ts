import { cookies } from "next/headers";
import { type DensityChoice, densityCookieOf, densityOf } from "@/components/inbox/find/density";
import { keptOrderOf, orderCookieOf } from "@/components/inbox/find/order";
import { FIRST_PAGE } from "@/components/inbox/list/list-state";
import { detailForPage, listForPage, type ShownList } from "@/lib/view/action/as-shown";
import { INBOX_PATH, listSearch, parseFilter, parseSelected, type ListFilter } from "@/lib/view/views";
import { listQuerySchema } from "@/lib/contract/actions/list-query";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { readSearchParams, type SearchParams } from "@/lib/http/search-params";
import { listActions } from "@/lib/gateway/read/actions/list-actions";
import { readAction } from "@/lib/gateway/read/actions/read-actions";

/** The filter in the address. */
export async function parseAddress(
  searchParams: SearchParams,
): Promise<{ filter: ListFilter; selected: number | null }> {
  const param = await readSearchParams(searchParams);
  return { filter: parseFilter(param), selected: parseSelected(param) };
}

/** The first page of a list, as its first poll would answer. */
export async function loadList(person: Person, filter: ListFilter): Promise<ShownList> {
  const query = Object.fromEntries(listSearch(filter, { limit: FIRST_PAGE }));
  return listForPage(await listActions(person, listQuerySchema.parse(query)));
}

/** How this person has the lists shown in this browser; null where they never chose. */
export async function loadDensity(person: Person): Promise<DensityChoice> {
  const name = densityCookieOf(person.userId);
  return { cookie: name, chosen: densityOf((await cookies()).get(name)?.value) };
}

/**
 * The address of the inbox in the order that this person chose in this browser; null: the address says what it wants, or
 * nothing was chosen.
 */
export async function keptAddress(person: Person, searchParams: SearchParams): Promise<string | null> {
  const name = orderCookieOf(densityCookieOf(person.userId));
  const sort = keptOrderOf((await cookies()).get(name)?.value);
  const param = await readSearchParams(searchParams);
  const { view } = parseFilter(param);
  if (sort === null || view !== "pending" || param("sort") !== null) return null;
  const given = Object.entries(await searchParams).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return `${INBOX_PATH}?${new URLSearchParams([...given, ["sort", sort]])}`;
}

/** Null where there is no such action, or where it is another tenant's. */
export async function loadDetail(person: Person, id: number): Promise<ActionDetail | null> {
  try {
    return detailForPage(await readAction(person, id));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
