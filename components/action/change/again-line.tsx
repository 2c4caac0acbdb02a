import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { LiveView } from "@/lib/contract/actions/live-view";
import { formatValue } from "@/lib/view/decimal";
import { sentenceCase } from "@/lib/view/words";

interface AgainLineProps {
  action: ActionSummary;
  live: Extract<LiveView, { state: "read" }>;
}

/** A re-proposal in words: the same values, from what the record holds now. */
export function AgainLine({ action, live }: AgainLineProps) {
  const moves = action.changes
    .filter(({ kind, delta }) => kind !== "text" && delta !== null)
    .flatMap((change) => {
      const now = live.values.find(({ field }) => field === change.field)?.value ?? null;
      const valueText = (value: string | null) =>
        value === null ? "empty" : formatValue(value, change.kind, action.impact.currency);
      return [{ label: change.label, now: valueText(now), to: valueText(change.to) }];
    });
  if (moves.length === 0) return null;
  if (moves.every(({ now, to }) => now === to))
    return (
      <p className="text-sm font-medium">
        The record already holds these values: there is nothing left to do.
      </p>
    );
  return (
    <p className="text-sm" data-testid="again">
      Proposed again it says:{" "}
      {moves.map(({ label, now, to }) => (
        <b key={label} className="font-semibold">
          {sentenceCase(label)} {now} → {to}.{" "}
        </b>
      ))}
    </p>
  );
}
