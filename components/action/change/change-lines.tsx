import { UntrustedText } from "@/components/ui/untrusted-text";
import { cn } from "@/components/ui/cn";
import type { ActionSummary, ChangeView } from "@/lib/contract/actions/action-view";
import { CARD_LIMITS, unshownWords } from "@/lib/core/action/unshown";
import { changeText } from "@/lib/view/action/change-text";
import { formatDelta, formatPercent } from "@/lib/view/decimal";
import { LongText } from "./long-text";

interface ChangeLinesProps {
  action: ActionSummary;
  /** All changes with the whole of their texts; otherwise as much as a card of a list holds. */
  whole?: boolean;
  /** Some of them, where the others are said elsewhere. */
  only?: readonly ChangeView[];
}

/** The changes, on a card: `price $1.42 → $1.48  +$0.06 · +4.2 %`. */
export function ChangeLines({ action, whole = false, only = action.changes }: ChangeLinesProps) {
  if (action.line_count !== null)
    return (
      <p className="text-sm text-ink">
        <UntrustedText>{action.sentence}</UntrustedText>
      </p>
    );
  const lines = whole ? only : only.slice(0, CARD_LIMITS.changesMax);
  const more = only.length - lines.length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      {lines.map((change) => (
        <ChangeLine key={change.field} action={action} change={change} whole={whole} />
      ))}
      {more > 0 && <p className="text-xs text-ink-2">and {more} more, not shown here</p>}
      {!action.inspectable && <p className="text-xs font-medium text-bad">{unshownWords("uninspectable")}</p>}
    </div>
  );
}

interface ChangeLineProps {
  action: ActionSummary;
  change: ChangeView;
  whole: boolean;
}

function ChangeLine({ action, change, whole }: ChangeLineProps) {
  const { currency } = action.impact;
  const before = change.proposed_live ?? change.from;
  if (change.kind === "text") {
    return (
      <div className="text-sm text-ink-2" data-field={change.field}>
        <span className="text-ink-3">{change.label}</span>{" "}
        {before !== null && before !== "" && (
          <>
            <s className="text-ink-3 decoration-ink-3">
              <LongText action={action} text={before} whole={whole} edge />
            </s>
            <Arrow />
          </>
        )}
        <span className="font-medium text-ink" data-written>
          {change.to === null ? (
            "(emptied)"
          ) : (
            <LongText action={action} text={change.to} whole={whole} endOf={change.label} edge />
          )}
        </span>
      </div>
    );
  }
  const { from, to } = changeText(change, currency);
  return (
    <p
      className="flex flex-wrap items-baseline gap-x-1.5 font-mono text-[13px] leading-5"
      data-field={change.field}
    >
      <span className="font-sans text-ink-3">{change.label}</span>
      {from !== null && (
        <span>
          <s className="text-ink-3 decoration-ink-3">{from}</s>
          <Arrow />
        </span>
      )}
      <span className="font-semibold text-ink" data-written>
        {to}
      </span>
      {change.delta !== null && before !== null && <Delta change={change} currency={currency} />}
    </p>
  );
}

function Arrow() {
  return (
    <>
      <span aria-hidden className="text-ink-2">
        {" → "}
      </span>
      <span className="sr-only"> becomes </span>
    </>
  );
}

interface DeltaProps {
  change: ChangeView;
  currency: string;
  /** Difference and percentage below each other, where the column is narrow. */
  stacked?: boolean;
  className?: string;
}

export function Delta({ change, currency, stacked = false, className }: DeltaProps) {
  if (change.delta === null) return null;
  const piece = stacked ? "block whitespace-nowrap" : "whitespace-nowrap";
  return (
    <span className={cn("text-xs text-ink-2", className)}>
      <span className={piece}>{formatDelta(change.delta, change.kind, currency)}</span>
      {change.delta_percent !== null && (
        <>
          {!stacked && " · "}
          <span className={piece}>{formatPercent(change.delta_percent, { signed: true })}</span>
        </>
      )}
    </span>
  );
}
