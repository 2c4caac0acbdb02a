"use client";
import Link from "next/link";
import { ActionLink } from "@/components/action/change/version-link";
import { useNow } from "@/components/state/clock";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/time";
import type { JobSummary } from "@/lib/contract/monitoring/jobs";
import { jobHref } from "@/lib/view/jobs/job-filter";
import { cronWords, JOB_STATE_WORDS } from "@/lib/view/jobs/job-words";
import { measuredText } from "@/lib/view/time";

/** One job in a line or two: what ran, about what, how it stands, and what stopped it. */
export function JobRow({ job }: { job: JobSummary }) {
  const state = JOB_STATE_WORDS[job.status];
  return (
    <div className="relative grid gap-1 px-4 py-2.5 hover:bg-sunken/50">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={state.tone}>{state.title}</Badge>
        <Link
          href={jobHref(job.id)}
          data-job-link
          aria-label={`Job of ${job.function}, ${state.title.toLowerCase()}, ${job.id}`}
          className="text-sm font-medium after:absolute after:inset-0 hover:underline max-md:py-1.5"
        >
          {job.function}
        </Link>
        <JobAbout job={job} />
        {job.rerun_of && <span className="text-xs text-ink-3">run again</span>}
        <span className="flex-1" />
        <span className="text-xs text-ink-3">
          <RelativeTime iso={job.started_at} /> · <JobDuration job={job} />
        </span>
      </div>
      {job.error && (
        <p className="line-clamp-2 text-sm break-words text-ink-2">
          <UntrustedText>{job.error.message}</UntrustedText>
        </p>
      )}
    </div>
  );
}

/** The subject of a job: an action, or the schedule that started it. A job of a roll delivers all of it, whichever line asked. */
export function JobAbout({ job }: { job: JobSummary }) {
  if (job.cron !== null) return <span className="text-xs text-ink-3">{cronWords(job.cron)}</span>;
  if (!job.subject) return <span className="font-mono text-xs text-ink-3">{job.event.name}</span>;
  const { action_id: actionId, line_no: lineNo } = job.subject;
  return (
    <ActionLink id={actionId} className="relative z-10 text-xs">
      {lineNo !== null && " roll"}
    </ActionLink>
  );
}

/** The time from the job's start to its end, or until now. */
export function JobDuration({ job }: { job: Pick<JobSummary, "started_at" | "ended_at"> }) {
  const now = useNow();
  const { started_at: started, ended_at: ended } = job;
  if (ended === null) return <>for {measuredText(Math.max(0, now - Date.parse(started)))}</>;
  return <>{measuredText(Date.parse(ended) - Date.parse(started))}</>;
}
