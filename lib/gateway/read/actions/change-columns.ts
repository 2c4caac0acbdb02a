import type { ChangeView } from "@/lib/contract/actions/action-view";

type Columns = Record<"from" | "to" | "delta" | "delta_percent", string | null>;

/**
 * The ends of a change as columns of a file, exact decimals or text. An adjustment names what it adds: it leads from the
 * quantity on hand to the one that it leaves, null where that is not known.
 */
export const changeColumns = (change: ChangeView): Columns => ({
  from: change.proposed_live ?? change.from,
  to: change.is_difference ? change.leaves : change.to,
  delta: change.is_difference ? change.to : change.delta,
  delta_percent: change.delta_percent,
});
