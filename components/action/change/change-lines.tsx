import { UntrustedText } from "@/components/ui/untrusted-text";
import { cn } from "@/components/ui/cn";
import type { ActionSummary, ChangeView } from "@/lib/contract/action-view";
import { TEXT_ON_CARD_MAX } from "@/lib/view/action/gesture";
import { formatDelta, formatPercent, formatValue } from "@/lib/view/decimal";

const linesMax = 4;

/** The changes, on a card: `price $1.42 → $1.48  +$0.06 · +4.2 %`. */
export function ChangeLines({ action }: { action: ActionSummary }) {
  if (action.line_count !== null)
    return (
      <p className="text-sm text-ink">
        <UntrustedText>{action.sentence}</UntrustedText>
      </p>
    );
  const lines = action.changes.slice(0, linesMax);
  const more = action.changes.length - lines.length;
  return (
    <div className="grid gap-0.5">
      {lines.map((change) => (
        <ChangeLine key={change.field} change={change} currency={action.impact.currency} />
      ))}
      {more > 0 && <p className="text-xs text-ink-2">and {more} more, not shown here</p>}
      {!action.inspectable && (
        <p className="text-xs font-medium text-bad">
          This payload cannot be shown whole. Open it and read the raw payload.
        </p>
      )}
    </div>
  );
}

function ChangeLine({ change, currency }: { change: ChangeView; currency: string }) {
  const before = change.proposed_live ?? change.from;
  if (change.kind === "text") {
    return (
      <p className="text-sm text-ink-2">
        <span className="text-ink-3">{change.label}</span>{" "}
        {before !== null && before !== "" && (
          <>
            <s className="text-ink-3 decoration-ink-3">
              <UntrustedText>{shortened(before)}</UntrustedText>
            </s>
            <Arrow />
          </>
        )}
        <span className="font-medium break-words text-ink">
          {change.to === null ? "(emptied)" : <UntrustedText>{shortened(change.to)}</UntrustedText>}
        </span>
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5 font-mono text-[13px] leading-5">
      <span className="font-sans text-ink-3">{change.label}</span>
      {before !== null && change.delta !== null && (
        <>
          <s className="text-ink-3 decoration-ink-3">{formatValue(before, change.kind, currency)}</s>
          <Arrow />
        </>
      )}
      <span className="font-semibold text-ink">
        {change.to === null ? "(emptied)" : formatValue(change.to, change.kind, currency)}
      </span>
      {change.delta !== null && before !== null && <Delta change={change} currency={currency} />}
    </p>
  );
}

/** Cut only where the card offers no decision for that very reason. */
function shortened(text: string): string {
  return text.length <= TEXT_ON_CARD_MAX ? text : `${text.slice(0, TEXT_ON_CARD_MAX)}…`;
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
