import type { ChangeView } from "@/lib/contract/actions/action-view";
import { formatQuantity, formatValue } from "@/lib/view/decimal";

/** The two ends of a change of a number as people read them. */
export interface ChangeText {
  /** Null: the change starts from no value, or none is known. */
  from: string | null;
  to: string;
  /** `to` in the parts between which a line may be cut off: a number that lost its end would read as another. */
  parts: readonly string[];
}

/**
 * `$1.42` and `$1.48`. A value that is added to the stock is its sign and what it leaves: `+1, leaves 363`. Its `from` is that
 * stock, which says nothing beside it.
 */
export function changeText(change: ChangeView, currency: string): ChangeText {
  const { kind, to, delta, leaves } = change;
  if (to === null) return whole(null, "(emptied)");
  if (change.is_difference) {
    const by = formatQuantity(to, { signed: true });
    if (leaves === null) return whole(null, by);
    const parts = [by, `, leaves ${formatQuantity(leaves)}`];
    return { from: null, to: parts.join(""), parts };
  }
  const before = change.proposed_live ?? change.from;
  const from = before !== null && delta !== null ? formatValue(before, kind, currency) : null;
  return whole(from, formatValue(to, kind, currency));
}

const whole = (from: string | null, to: string): ChangeText => ({ from, to, parts: [to] });
