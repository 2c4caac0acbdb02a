"use client";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { VIEWS, type ListFilter } from "@/lib/view/views";

const parsers = {
  view: parseAsStringLiteral(VIEWS).withDefault("pending"),
  tier: parseAsInteger,
  type: parseAsString,
  agent: parseAsString,
  customer: parseAsString,
  q: parseAsString,
};

/** What the list shows, kept in the address so that it can be linked and survives a reload. */
export function useFilter() {
  const [filter, setFilter] = useQueryStates(parsers, { history: "replace" });
  return { filter: filter satisfies ListFilter, setFilter };
}

export type SetFilter = ReturnType<typeof useFilter>["setFilter"];
