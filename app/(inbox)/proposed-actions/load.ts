import { FIRST_PAGE } from "@/components/inbox/list/list-state";
import { parseFilter, parseSelected, type ListFilter } from "@/lib/view/views";
import type { ActionDetail, ActionList } from "@/lib/contract/action-view";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { readSearchParams, type SearchParams } from "@/lib/http/search-params";
import { listActions, readAction } from "@/lib/gateway/read/actions/read-actions";

/** The filter in the address. */
export async function parseAddress(
  searchParams: SearchParams,
): Promise<{ filter: ListFilter; selected: number | null }> {
  const param = await readSearchParams(searchParams);
  return { filter: parseFilter(param), selected: parseSelected(param) };
}

/** The first page of a list, as its first poll would answer. */
export function loadList(person: Person, filter: ListFilter): Promise<ActionList> {
  const { view, tier, type, agent, customer, q } = filter;
  return listActions(person, {
    status: view,
    limit: FIRST_PAGE,
    ...(tier === null ? {} : { tier }),
    ...(type ? { type } : {}),
    ...(agent ? { agent } : {}),
    ...(customer ? { customer } : {}),
    ...(q ? { q } : {}),
  });
}

/** Null where there is no such action, or where it is another tenant's. */
export async function loadDetail(person: Person, id: number): Promise<ActionDetail | null> {
  try {
    return await readAction(person, id);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
