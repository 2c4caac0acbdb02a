"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { ActionLink } from "@/components/action/change/version-link";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { Definitions } from "@/components/ui/definitions";
import { RelativeTime } from "@/components/ui/time";
import type { JobDetail } from "@/lib/contract/monitoring/jobs";
import { jobHref, jobsOfAction } from "@/lib/view/jobs/job-filter";
import { cronWords, JOB_STATE_WORDS } from "@/lib/view/jobs/job-words";
import { JobDuration } from "./job-row";
import { ValueBox } from "./value-box";

const link = "underline underline-offset-2 max-md:-my-2.5 max-md:inline-block max-md:py-2.5";

/** How it stands, what it is about, and where it came from. */
export function JobFacts({ job }: { job: JobDetail }) {
  const state = JOB_STATE_WORDS[job.status];
  return (
    <section aria-label="This job" className="grid gap-3 rounded-[10px] border bg-panel p-4">
      <p className="flex flex-wrap items-center gap-2" aria-live="polite" data-testid="job-state">
        <Badge tone={state.tone}>{state.title}</Badge>
        <span className="text-sm text-ink-2">
          started <RelativeTime iso={job.started_at} />, {job.ended_at === null ? "running " : "took "}
          <JobDuration job={job} />
        </span>
      </p>
      {job.error && (
        <p className="text-sm break-words">
          <span className="font-mono text-xs text-ink-3">{job.error.name}</span>{" "}
          <UntrustedText>{job.error.message}</UntrustedText>
        </p>
      )}
      <Definitions
        rows={factsOf(job)}
        className="border-t pt-3 text-sm max-md:grid-cols-1! max-md:gap-y-0.5! max-md:[&>dd]:pb-1.5 max-md:[&>dt]:text-xs"
      />
      {job.status === "completed" && <ValueBox name="Returned" output={job.output} />}
    </section>
  );
}

const mono = (text: string) => <span className="font-mono text-xs break-all">{text}</span>;

function factsOf(job: JobDetail): Record<string, ReactNode> {
  const data = Object.entries(job.event_data ?? {}).map(
    ([name, value]) => `${name} ${JSON.stringify(value)}`,
  );
  const reruns = (
    <span className="flex flex-wrap gap-x-3">
      {job.reruns.map((id) => (
        <JobLink key={id} id={id} />
      ))}
    </span>
  );
  return {
    About: job.subject && <About subject={job.subject} />,
    ...(job.cron === null ? { Event: mono(job.event.name) } : { Schedule: cronWords(job.cron) }),
    "Event id": mono(job.event.id),
    "Event data": job.event_data && mono(data.join(", ")),
    "Job id": mono(job.id),
    "Run again of": job.rerun_of && <JobLink id={job.rerun_of} />,
    "Run again as": job.reruns.length > 0 && reruns,
    "Called by": job.invoked_by && <JobLink id={job.invoked_by} />,
  };
}

function About({ subject }: { subject: NonNullable<JobDetail["subject"]> }) {
  const { action_id: actionId, line_no: lineNo, push } = subject;
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <ActionLink id={actionId} className="text-xs">
        {lineNo !== null && " roll"}
      </ActionLink>
      {push && (
        <span className="text-ink-2">
          {lineNo !== null && `asked for by line ${lineNo}: `}push {push.id}, {push.status} now
        </span>
      )}
      {push?.dead_letter_id && (
        <Link href={`/dead-letters#letter-${push.dead_letter_id}`} className={link}>
          Its dead letter
        </Link>
      )}
      <Link href={jobsOfAction(actionId)} className={link}>
        All jobs about it
      </Link>
    </span>
  );
}

function JobLink({ id }: { id: string }) {
  return (
    <Link href={jobHref(id)} className={`font-mono text-xs break-all ${link}`}>
      {id}
    </Link>
  );
}
