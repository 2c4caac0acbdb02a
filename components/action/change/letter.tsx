import type { RefCallback } from "react";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { cn } from "@/components/ui/cn";
import type { ActionSummary, ChangeView } from "@/lib/contract/actions/action-view";
import { fitsOnCard } from "@/lib/core/action/unshown";
import { changeText } from "@/lib/view/action/change-text";
import { orderedAs } from "@/lib/view/action/letter";
import { sentenceCase } from "@/lib/view/words";
import { EndOfChange } from "./change-heading";
import { EndOfText } from "./reading";

interface LetterProps {
  action: ActionSummary;
  /** The fields in the order in which it reads; the last is its body. */
  letter: readonly string[];
  /** Over the whole: `Will be written`. */
  heading: string;
  /** Gets the lower edge of the last line. */
  watchEnd?: RefCallback<HTMLElement> | undefined;
}

/** A new record that replaces no value, as it will be read: a draft with To and Subject above its text, a note. */
export function Letter({ action, letter, heading, watchEnd }: LetterProps) {
  const parts = orderedAs(letter, action.changes);
  const body = parts.at(-1)?.kind === "text" ? parts.at(-1) : undefined;
  const heads = parts.filter((part) => part !== body);
  return (
    <div className="overflow-clip rounded-[9px] border bg-panel" data-testid="letter">
      <p className="border-b bg-good-soft px-4 py-1.5 text-xs font-medium text-good">{heading}</p>
      {heads.length > 0 && (
        <div className={cn("grid gap-1 px-4 py-2.5", body && "border-b")}>
          {heads.map((change) => (
            <Head key={change.field} action={action} change={change} />
          ))}
        </div>
      )}
      {body && (
        <div className="px-4 py-3" data-field={body.field}>
          <span className="sr-only">{sentenceCase(body.label)}</span>
          <p className="max-w-[68ch] text-[15px] leading-6 break-words whitespace-pre-wrap" data-written>
            <Written action={action} change={body} />
          </p>
          <EndOfPart action={action} change={body} />
        </div>
      )}
      <EndOfChange action={action} className="border-t px-4 py-1.5" />
      {action.unshown === null && <EndOfText label="change" text={action.payload_hash} silent />}
      {watchEnd && <div ref={watchEnd} aria-hidden className="h-px" />}
    </div>
  );
}

/** `To  orders@coastal.example` */
function Head({ action, change }: { action: ActionSummary; change: ChangeView }) {
  return (
    <div
      className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 text-sm max-sm:grid-cols-[4.5rem_minmax(0,1fr)]"
      data-field={change.field}
    >
      <span className="text-ink-3">{sentenceCase(change.label)}</span>
      <span className="min-w-0">
        <span className="font-medium break-words whitespace-pre-wrap" data-written>
          <Written action={action} change={change} />
        </span>
        <EndOfPart action={action} change={change} />
      </span>
    </div>
  );
}

/** The value alone, disarmed as everywhere. */
function Written({ action, change }: { action: ActionSummary; change: ChangeView }) {
  const { to, kind } = change;
  if (to === null || to === "")
    return <span className="text-ink-3">{to === "" ? "(empty)" : "(emptied)"}</span>;
  if (kind === "text") return <UntrustedText>{to}</UntrustedText>;
  return changeText(change, action.impact.currency).to;
}

function EndOfPart({ action, change: { to, label } }: { action: ActionSummary; change: ChangeView }) {
  if (action.unshown === null || to === null || fitsOnCard(to)) return null;
  return <EndOfText label={label} text={to} />;
}
