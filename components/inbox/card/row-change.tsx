"use client";
import { Icon } from "@/components/ui/icons/icon";
import type { ReactNode } from "react";
import { useLive } from "@/components/data/actions";
import { Badge } from "@/components/ui/badge";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ActionSummary, ChangeView } from "@/lib/contract/actions/action-view";
import { markWarning } from "@/lib/core/action/marks";
import { changeText } from "@/lib/view/action/change-text";
import { relatedActionsOf } from "@/lib/view/action/related-actions";
import { formatDelta, formatPercent } from "@/lib/view/decimal";
import { CardEndBadge } from "./card-end";
import { wordsOfRecord } from "./card-foot";

/** More of a text than a row has room for. */
const rowTextMax = 120;

/** The change, then how the action stands, for whom it is and on what; cut off at the edge of the row. */
export function RowChange({ action }: { action: ActionSummary }) {
  const waits = action.status === "pending";
  return (
    <span className="@container flex min-w-0 items-center gap-1.5 self-center overflow-hidden text-xs whitespace-nowrap text-ink-2 **:whitespace-nowrap">
      {waits ? <Flags action={action} /> : <CardEndBadge action={action} />}
      <span className="min-w-0 truncate">
        <Change action={action} />
        {!waits && action.decided_by && <span className="text-ink-3"> · by {action.decided_by}</span>}
        {action.customer !== null && action.customer !== action.subject && (
          <Part>
            <UntrustedText>{action.customer}</UntrustedText>
          </Part>
        )}
        {action.entity_ref !== action.subject && (
          <Part>
            <UntrustedText>{action.entity_ref}</UntrustedText>
          </Part>
        )}
      </span>
    </span>
  );
}

const Part = ({ children }: { children: ReactNode }) => (
  <span className="text-ink-3">
    {" · "}
    {children}
  </span>
);

function Change({ action }: { action: ActionSummary }) {
  if (action.redacted) return <span className="text-ink-3">Content hidden from viewers</span>;
  if (action.line_count !== null) return <UntrustedText>{action.sentence}</UntrustedText>;
  const [first, ...others] = action.changes;
  if (!first) return null;
  return (
    <>
      {first.kind === "text" ? (
        <TextChange change={first} />
      ) : (
        <NumberChange action={action} change={first} />
      )}
      {others.length > 0 && <span className="text-ink-3"> and {others.length} more</span>}
    </>
  );
}

function TextChange({ change: { label, to } }: { change: ChangeView }) {
  return (
    <>
      <span className="text-ink-3">{label}</span>{" "}
      {to === null ? (
        "(emptied)"
      ) : (
        <UntrustedText edge>{to.slice(0, rowTextMax).toWellFormed()}</UntrustedText>
      )}
    </>
  );
}

/** Where the row ends within a number, all of it is left out: CSS cuts off no inline block. */
function NumberChange({ action, change }: { action: ActionSummary; change: ChangeView }) {
  const { currency } = action.impact;
  const { from, parts } = changeText(change, currency);
  const { delta, delta_percent: percent, kind } = change;
  return (
    <span className="font-mono">
      {from !== null && (
        // A row without room for both says what would be written.
        <span className="@max-[10rem]:hidden">
          <s className="inline-block text-ink-3">{from}</s>
          <span aria-hidden> → </span>
          <span className="sr-only"> becomes </span>
        </span>
      )}
      {parts.map((part) => (
        <span key={part} className="inline-block font-medium text-ink">
          {part}
        </span>
      ))}
      {delta !== null && from !== null && " "}
      {delta !== null && from !== null && (
        <span className="inline-block">
          {percent === null ? formatDelta(delta, kind, currency) : formatPercent(percent, { signed: true })}
        </span>
      )}
    </span>
  );
}

/** Marks of a waiting action that needs a closer look, or another vote. */
function Flags({ action }: { action: ActionSummary }) {
  const record = wordsOfRecord(useLive(action.id, false).data);
  const warnings = [
    ...(record === null ? [] : [record]),
    ...action.marks.map(markWarning),
    ...relatedActionsOf(action).map(({ words }) => words),
    ...(action.suspicious_text ? ["Holds characters that can deceive"] : []),
  ];
  return (
    <>
      {action.required_approvals > 1 && (
        <Badge>
          {action.approvals} of {action.required_approvals}
        </Badge>
      )}
      {warnings.length > 0 && (
        <span
          title={warnings.join(". ")}
          className="flex shrink-0 items-center gap-1 font-semibold text-warn"
        >
          <Icon name="triangle-alert" className="size-3.5" />
          {record ?? <span className="sr-only">{warnings.join(". ")}</span>}
        </span>
      )}
    </>
  );
}
