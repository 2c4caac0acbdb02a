"use client";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { ClockTime } from "@/components/ui/time";
import type { JobDetail } from "@/lib/contract/monitoring/jobs";
import { KIND_WORDS, OUTCOME_WORDS, STEP_WORDS } from "@/lib/view/jobs/job-words";
import { measuredText } from "@/lib/view/time";
import { countWords } from "@/lib/view/words";
import { ValueBox } from "./value-box";
import { PageSection } from "@/components/ui/page";
import { formatCount } from "@/lib/view/decimal";

type Step = JobDetail["steps"][number];
type Call = JobDetail["calls"][number];

/** Every step with its attempts and errors, and the calls of the function around them: the timeline in words. */
export function JobSteps({ job }: { job: JobDetail }) {
  const ofFunction = job.calls.filter((call) => call.step_id === null);
  const omitted = job.calls_total - job.calls.length;
  return (
    <PageSection title="Steps and attempts">
      {omitted > 0 && (
        <p className="text-xs text-ink-2">
          The first {countWords(omitted, "call")} of {formatCount(job.calls_total)} are left out.
        </p>
      )}
      {job.calls_total === 0 && job.steps.length === 0 ? (
        <p className="rounded-[10px] border bg-panel px-4 py-3 text-sm text-ink-2">
          Nothing has been called yet. A call appears here once the app has answered it.
        </p>
      ) : (
        <ol className="grid divide-y rounded-[10px] border bg-panel">
          {ofFunction.length > 0 && (
            <li className="grid gap-1.5 px-4 py-3">
              <h3 className="text-sm font-medium">The function itself</h3>
              <Calls calls={ofFunction} />
            </li>
          )}
          {job.steps.map((step) => (
            <StepEntry
              key={step.id}
              step={step}
              calls={job.calls.filter((call) => call.step_id === step.id)}
            />
          ))}
        </ol>
      )}
    </PageSection>
  );
}

function StepEntry({ step, calls }: { step: Step; calls: Call[] }) {
  const words = STEP_WORDS[step.status];
  return (
    <li className="grid gap-1.5 px-4 py-3" data-step={step.name}>
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <h3 className="min-w-0 text-sm font-medium break-words">
          <UntrustedText>{step.name}</UntrustedText>
        </h3>
        <span className="text-xs text-ink-3">{KIND_WORDS[step.kind]}</span>
        <Badge tone={words.tone}>{words.title}</Badge>
        <span className="flex-1" />
        <StepTime step={step} />
      </div>
      {step.error && calls.every((call) => call.error === null) && <ErrorLine error={step.error} />}
      <Calls calls={calls} />
      {step.kind !== "sleep" && <ValueBox name="Gave back" output={step.output} />}
    </li>
  );
}

function StepTime({ step }: { step: Step }) {
  if (step.started_at === null) return null;
  return (
    <span className="text-xs text-ink-3">
      <ClockTime iso={step.started_at} />
      {step.ended_at !== null && `, ${measuredText(Date.parse(step.ended_at) - Date.parse(step.started_at))}`}
      {step.ended_at === null && step.until_at !== null && (
        <>
          {" "}
          until <ClockTime iso={step.until_at} />
        </>
      )}
    </span>
  );
}

function Calls({ calls }: { calls: Call[] }) {
  if (calls.length === 0) return null;
  return (
    <ol className="grid gap-1">
      {calls.map((call) => {
        const words = OUTCOME_WORDS[call.outcome];
        return (
          <li
            key={`${call.started_at}-${call.attempt}`}
            className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 text-sm text-ink-2"
          >
            <span className="w-20 text-xs text-ink-3">Attempt {call.attempt + 1}</span>
            <ClockTime iso={call.started_at} className="font-mono text-xs text-ink-3" />
            <Badge tone={words.tone}>{words.title}</Badge>
            <span className="font-mono text-xs text-ink-3">
              {measuredText(Date.parse(call.ended_at) - Date.parse(call.started_at))}
            </span>
            {call.error && <ErrorLine error={call.error} />}
          </li>
        );
      })}
    </ol>
  );
}

function ErrorLine({ error }: { error: NonNullable<Step["error"]> }) {
  return (
    <span className="min-w-0 text-sm break-words text-ink-2">
      <span className="font-mono text-xs text-ink-3">{error.name}</span>{" "}
      <UntrustedText>{error.message}</UntrustedText>
    </span>
  );
}
