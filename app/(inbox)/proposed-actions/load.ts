import { z } from "zod";
import { FIRST_PAGE } from "@/lib/view/list-state";
import { VIEWS, type ListFilter } from "@/lib/view/views";
import type { ActionDetail, ActionList } from "@/lib/contract/action-view";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/principal";
import { listActions, readAction } from "@/lib/gateway/read-actions";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

const text = z.string().max(200).nullable().catch(null).default(null);
const filterSchema = z.object({
  view: z.enum(VIEWS).catch("pending").default("pending"),
  tier: z.coerce.number().int().min(1).max(5).nullable().catch(null).default(null),
  type: text,
  agent: text,
  customer: text,
  q: text,
});
const selectedSchema = z.coerce.number().int().positive().safe().nullable().catch(null).default(null);

/** What the address asks for; whatever it cannot mean is left out, so that a mistyped link still opens the inbox. */
export async function parseAddress(
  searchParams: SearchParams,
): Promise<{ filter: ListFilter; selected: number | null }> {
  const params = await searchParams;
  return { filter: filterSchema.parse(params), selected: selectedSchema.parse(params.selected) };
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
