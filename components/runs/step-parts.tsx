"use client";
import Link from "next/link";
import { useState } from "react";
import { ActionLink } from "@/components/action/change/version-link";
import { useNow } from "@/components/state/clock";
import { lazily } from "@/components/ui/lazily";
import { ClockTime, RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { StepView } from "@/lib/contract/workflows/runs";
import { questionHref } from "@/lib/view/questions/question-href";
import { measuredText } from "@/lib/view/time";
import { countWords } from "@/lib/view/words";

const FoldedPart = lazily(() => import("./folded-part").then((module) => module.FoldedPart));

export function StepTime({ step: { started_at: started, ended_at: ended } }: { step: StepView }) {
  const now = useNow();
  if (started === null) return null;
  const until = ended === null ? now : Date.parse(ended);
  return (
    <span className="text-xs text-ink-3">
      <ClockTime iso={started} className="font-mono" />
      {ended === null ? ", for " : ", "}
      <span className="font-mono">{measuredText(Math.max(0, until - Date.parse(started)))}</span>
    </span>
  );
}

/** A step's error, its next try, its proposal, and the hashes of its inputs and its output. */
export function StepParts({ step }: { step: StepView }) {
  const { last_error: error, proposed_action_id: actionId, question_id: questionId } = step;
  const facts = factsOf(step);
  return (
    <>
      {step.skipped && <p className="text-sm text-ink-2">Its condition was false: it did nothing.</p>}
      {error && (
        <p className="text-sm break-words text-ink-2">
          <span className="font-mono text-xs text-ink-3">{error.code}</span>{" "}
          <UntrustedText>{error.message}</UntrustedText>
        </p>
      )}
      {(facts.length > 0 || actionId !== null || questionId !== null) && (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-xs text-ink-2">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          <NextTry step={step} />
          {actionId !== null && (
            <span>
              Proposed <ActionLink id={actionId} className="text-xs" />
            </span>
          )}
          {questionId !== null && (
            <Link href={questionHref(questionId)} className="underline underline-offset-2 hover:text-ink">
              Question {questionId}
            </Link>
          )}
        </p>
      )}
      <Folded summary="Attempts that ended" attempts={step.attempts} />
      <Folded summary="Hashes of inputs and output" hashes={hashesOf(step)} />
    </>
  );
}

function factsOf({ attempt, needs, status, kind }: StepView): string[] {
  return [
    ...(attempt > 1 || status === "failed_retryable" ? [countWords(attempt, "attempt")] : []),
    ...(needs.length > 0 && kind !== "item" ? [`After ${needs.join(", ")}`] : []),
  ];
}

function NextTry({ step: { status, next_eligible_at: at } }: { step: StepView }) {
  const now = useNow();
  if (at === null || (status !== "failed_retryable" && status !== "ready") || Date.parse(at) <= now)
    return null;
  return (
    <span>
      {status === "failed_retryable" ? "Next try" : "Due"} <RelativeTime iso={at} />
    </span>
  );
}

const hashesOf = ({ inputs, output_hash: output }: StepView): Record<string, string> => ({
  ...inputs,
  ...(output === null ? {} : { output }),
});

interface FoldedProps {
  summary: string;
  attempts?: StepView["attempts"];
  hashes?: Readonly<Record<string, string>>;
}

/** Its code comes, and it is drawn, when somebody opens it. Nothing is folded: nothing is there. */
export function Folded({ summary, ...part }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  if (Object.keys(part.attempts ?? part.hashes ?? {}).length === 0) return null;
  return (
    <details className="text-xs" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded text-ink-3 underline-offset-2 hover:underline max-md:py-3">
        {summary}
      </summary>
      {isOpen && <FoldedPart {...part} />}
    </details>
  );
}
