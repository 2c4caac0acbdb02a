"use client";
import Link from "next/link";
import { Fragment, type ReactNode, useState } from "react";
import { ActionLink } from "@/components/action/change/version-link";
import { useNow } from "@/components/state/clock";
import { lazily } from "@/components/ui/lazily";
import { ClockTime, RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { StepView } from "@/lib/contract/workflows/runs";
import { questionHref } from "@/lib/view/questions/question-href";
import { measuredText } from "@/lib/view/time";
import { countWords } from "@/lib/view/words";

/** Most steps need one attempt, and few people look. */
const StepAttempts = lazily(() => import("./step-attempts").then((module) => module.StepAttempts));

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
      {step.attempts.length > 0 && (
        <Folded summary="Attempts that ended">
          <StepAttempts attempts={step.attempts} />
        </Folded>
      )}
      <Hashes summary="Hashes of inputs and output" hashes={hashesOf(step)} />
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

/** Values by their names, as hashes: nobody reads the values here. */
export function Hashes({ summary, hashes }: { summary: string; hashes: Readonly<Record<string, string>> }) {
  const entries = Object.entries(hashes);
  if (entries.length === 0) return null;
  return (
    <Folded summary={summary}>
      <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5 rounded-lg bg-sunken p-3 font-mono text-2xs">
        {entries.map(([name, hash]) => (
          <Fragment key={name}>
            <dt className="text-ink-3">
              <UntrustedText>{name}</UntrustedText>
            </dt>
            <dd className="min-w-0 break-all">{hash}</dd>
          </Fragment>
        ))}
      </dl>
    </Folded>
  );
}

/** What is inside is drawn when somebody opens it. */
function Folded({ summary, children }: { summary: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="text-xs" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded text-ink-3 underline-offset-2 hover:underline max-md:py-3">
        {summary}
      </summary>
      {isOpen && children}
    </details>
  );
}
