import { keepChoice } from "@/components/state/kept-choice";
import { type ListSort, usualSort } from "@/lib/core/action/list-order";
import { sortsOf, type View } from "@/lib/view/views";

/** @param listsCookie as `densityCookieOf` names it. */
export const orderCookieOf = (listsCookie: string): string => `${listsCookie}-order`;

/** The order in which this person last read the inbox in this browser. Null: the usual one. */
export const keptOrderOf = (text: string | undefined): ListSort | null =>
  sortsOf("pending", true).find((sort) => sort === text && sort !== usualSort("pending")) ?? null;

/** The inbox opens in this order again. Null: the usual one. Other lists keep none. */
export function keepOrder(listsCookie: string, view: View, sort: ListSort | null): void {
  if (view !== "pending") return;
  keepChoice(orderCookieOf(listsCookie), sort);
}
