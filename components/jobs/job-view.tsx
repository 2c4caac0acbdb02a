"use client";
import { BackLink } from "@/components/ui/back-link";
import Link from "next/link";
import { ReadFailure } from "@/components/data/read-failure";
import { useNow } from "@/components/state/clock";
import { PageFrame, PageSection } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/states";
import { ClockTime } from "@/components/ui/time";
import type { JobAnswer, JobDetail } from "@/lib/contract/monitoring/jobs";
import { jobFilterHref, jobHref } from "@/lib/view/jobs/job-filter";
import { functionWords, jobHistoryWords, nextWords } from "@/lib/view/jobs/job-words";
import { durationText } from "@/lib/view/time";
import { useJob } from "./queries";
import { JobButtons } from "./job-buttons";
import { JobFacts } from "./job-facts";
import { JobPicture } from "./job-picture";
import { JobSteps } from "./job-steps";
import { SourceNote } from "./source-note";

/** One job whole: how it stands, what was called when, what comes next, and what a person can do about it. */
export function JobView({ id, initial }: { id: string; initial: JobAnswer | null }) {
  const query = useJob(id, initial);
  const answer = query.data;
  return (
    <PageFrame
      title={answer?.run ? answer.run.function : "Job"}
      text={(answer?.run && functionWords(answer.run.function)) ?? `Job ${id}`}
    >
      <BackLink href={jobFilterHref({ status: null, fn: null, startedBy: "event", actionId: null })}>
        All jobs
      </BackLink>
      {query.isError && (
        <ReadFailure
          title={answer ? "This job is as it was; it could not be read again" : "This job could not be read"}
          query={query}
        />
      )}
      {answer?.run ? (
        <Whole job={answer.run} />
      ) : answer && answer.source.kind !== "embedded" ? (
        <SourceNote source={answer.source} />
      ) : query.isError ? null : (
        <Skeleton words="Reading this job…" lines={9} />
      )}
    </PageFrame>
  );
}

function Whole({ job }: { job: JobDetail }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6" data-job-id={job.id} data-status={job.status}>
      <JobFacts job={job} />
      <JobButtons job={job} />
      <JobNext job={job} />
      <JobPicture job={job} />
      <JobSteps job={job} />
      <JobHistory job={job} />
    </div>
  );
}

/** The next calls of a job that goes on, and when each comes. */
function JobNext({ job }: { job: JobDetail }) {
  const now = useNow();
  if (job.status !== "running") return null;
  const nameOf = (id: string | null) => job.steps.find((step) => step.id === id)?.name ?? null;
  return (
    <PageSection title="What comes next">
      {job.next.length === 0 ? (
        <p className="text-sm text-ink-2">It waits for an event, or its last call is just being settled.</p>
      ) : (
        <ol className="grid divide-y rounded-[10px] border bg-panel">
          {job.next.map((upcoming) => {
            const ahead = Date.parse(upcoming.at) - now;
            return (
              <li
                key={`${upcoming.kind}-${upcoming.step_id ?? ""}`}
                className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5 text-sm"
              >
                <span className="min-w-0 flex-1">{nextWords(upcoming, nameOf(upcoming.step_id))}</span>
                <span className="text-xs text-ink-3">
                  {upcoming.in_flight ? "since " : ahead > 0 ? `in ${durationText(ahead)}, ` : "due since "}
                  <ClockTime iso={upcoming.at} />
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </PageSection>
  );
}

/** People's changes of this job, as the ledger keeps them. */
function JobHistory({ job }: { job: JobDetail }) {
  if (job.history.length === 0) return null;
  return (
    <PageSection title="What people did">
      <ol className="grid divide-y rounded-[10px] border bg-panel">
        {job.history.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5 text-sm">
            <span className="min-w-0 flex-1 break-words">
              {jobHistoryWords(entry.type)}
              {entry.other_run_id && (
                <>
                  :{" "}
                  <Link
                    href={jobHref(entry.other_run_id)}
                    className="font-mono text-xs break-all underline underline-offset-2"
                  >
                    {entry.other_run_id}
                  </Link>
                </>
              )}
              {entry.reason && <span className="text-ink-2"> “{entry.reason}”</span>}
            </span>
            <span className="text-xs text-ink-3">
              {entry.actor}, <ClockTime iso={entry.at} />
            </span>
          </li>
        ))}
      </ol>
    </PageSection>
  );
}
