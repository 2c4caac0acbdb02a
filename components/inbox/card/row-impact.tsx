import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { impactText, impactCentsOf } from "@/lib/view/action/facts";
import { formatCents } from "@/lib/view/decimal";
import { cn } from "@/components/ui/cn";

/** The worth alone, in a column of figures. The whole of it, with the lines of a roll that it covers, on hover. */
export function RowImpact({ action }: { action: ActionSummary }) {
  const cents = impactCentsOf(action.impact);
  return (
    <span
      title={cents === null ? `Impact ${impactText(action).toLowerCase()}` : impactText(action)}
      className={cn(
        "self-center justify-self-end text-sm whitespace-nowrap tabular-nums",
        cents === null ? "font-medium text-warn" : cents === 0 ? "text-ink-3" : "font-medium",
      )}
    >
      <span className="sr-only">Impact </span>
      {cents === null
        ? "not known"
        : formatCents(cents, action.impact.currency, { signed: cents !== 0, short: true })}
    </span>
  );
}
