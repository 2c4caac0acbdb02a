import type { ListCursor } from "@/db/queries/actions/list-order";
import type { ListQuery } from "@/lib/contract/actions/list-query";
import type { Person } from "@/lib/core/access/principal";
import { usualSort } from "@/lib/core/action/list-order";
import type { Gateway } from "@/lib/gateway/context";
import { countActions, listActions } from "@/lib/gateway/read/actions/list-actions";
import { cursorText } from "@/lib/gateway/read/actions/list-cursor";
import { readMetrics } from "@/lib/gateway/read/state/read-metrics";
import { readDashboard, readOverview } from "@/lib/gateway/read/state/read-overview";
import type { Size } from "./fill-lists";

/** One reading of a bench. `ask` returns the number of rows; below `atLeast` it measured nothing. */
export interface Reading {
  name: string;
  ask: () => Promise<number>;
  atLeast: number;
}

interface Side {
  gateway: Gateway;
  person: Person;
  size: Size;
  /** A row of pending with fifty behind it. */
  deepest: ListCursor;
  /** The same of the history. */
  deepestEnded: ListCursor;
}

const limit = 50;

/** The same questions of either side, in the same order. */
export function questionsOf({ gateway, person, deepest, deepestEnded }: Side): Reading[] {
  const list = (name: string, query: Partial<ListQuery>, atLeast = limit): Reading => ({
    name,
    atLeast,
    ask: async () =>
      (await listActions(person, { status: "pending", limit, ...query }, gateway)).items.length,
  });
  const count = (name: string, query: object): Reading => ({
    name,
    atLeast: 1,
    ask: async () => (await countActions(person, { status: "pending", ...query }, gateway)).total,
  });
  const at = (status: ListQuery["status"], cursor: ListCursor) => cursorText(cursor, usualSort(status));
  const filters = {
    customer: { customer: "Coastal Pantry" },
    agent: { agent: "credit" },
    type: { type: "ar_note" },
    tier: { tier: 4 },
  } satisfies Record<string, Partial<ListQuery>>;
  const searches = { many: "invoice", some: "strawberries", tier: "L5" };
  return [
    ...(["pending", "history", "all"] as const).map((status) => list(`first page of ${status}`, { status })),
    list("first page of stale", { status: "stale" }, 1),
    list("first page of approved", { status: "approved" }, 0),
    list("deepest page of pending", { cursor: at("pending", deepest) }),
    list("deepest page of history", { status: "history", cursor: at("history", deepestEnded) }),
    ...(["pending", "history"] as const).flatMap((status) =>
      Object.entries(filters).map(([name, filter]) =>
        list(`${status} by ${name}`, { status, ...filter }, 45),
      ),
    ),
    ...(["newest", "impact", "movement"] as const).map((sort) => list(`pending by ${sort}`, { sort })),
    ...(["pending", "history"] as const).flatMap((status) => [
      ...Object.entries(searches).map(([name, q]) => list(`search ${status}: ${name} hits`, { status, q })),
      list(`search ${status}: ten hits`, { status, q: "quince" }, 10),
      list(`search ${status}: a typing error`, { status, q: "qince" }, 10),
      list(`search ${status}: no hit`, { status, q: "zzqqxx" }, 0),
      list(`search ${status}: no hit of common pieces`, { status, q: "invoiceberries" }, 0),
      list(`search ${status}: an id`, { status, q: "#77" }, 0),
    ]),
    list(
      "search deepest page of history: many hits",
      { status: "history", q: "invoice", cursor: at("history", deepestEnded) },
      1,
    ),
    count("counts of pending", {}),
    count("counts of history", { status: "history" }),
    ...(["pending", "history"] as const).flatMap((status) =>
      (["customer", "agent", "type"] as const).map((name) =>
        count(`counts of ${status} by ${name}`, { status, ...filters[name] }),
      ),
    ),
    count("counts of applied", { status: "history", outcome: "applied" }),
    count("counts of a search in pending", { q: "strawberries" }),
    count("counts of a search in history", { status: "history", q: "strawberries" }),
    { name: "overview", atLeast: 1, ask: async () => (await readOverview(person, gateway)).pending.total },
    {
      name: "dashboard",
      atLeast: 1,
      ask: async () => (await readDashboard(person, gateway)).approved_to_applied.count,
    },
    { name: "metrics", atLeast: 1, ask: async () => (await readMetrics(gateway)).text.length },
  ];
}
