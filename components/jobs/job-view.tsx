"use client";
import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { ReadFailure } from "@/components/data/read-failure";
import { PageFrame } from "@/components/ui/page-frame";
import { Skeleton } from "@/components/ui/states";
import type { JobAnswer, JobDetail } from "@/lib/contract/jobs";
import { jobFilterHref } from "@/lib/view/jobs/job-filter";
import { functionWords } from "@/lib/view/jobs/job-words";
import { useJob } from "./queries";
import { JobButtons } from "./job-buttons";
import { JobFacts } from "./job-facts";
import { JobHistory } from "./job-history";
import { JobNext } from "./job-next";
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
      <Link
        href={jobFilterHref({ status: null, fn: null, startedBy: "event", actionId: null })}
        className="-mt-3 flex w-fit items-center gap-1.5 text-sm text-ink-2 hover:text-ink max-md:min-h-11"
      >
        <ArrowLeft aria-hidden className="size-4" /> All jobs
      </Link>
      {query.isError && (
        <ReadFailure
          title={answer ? "This job is as it was; it could not be read again" : "This job could not be read"}
          error={query.error}
          onRetry={() => void query.refetch()}
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
