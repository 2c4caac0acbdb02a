/** This room shows the jobs of the engine and steers them. */
"use client";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { PagedList } from "@/components/data/paged-list";
import { PageFrame } from "@/components/ui/page";
import { useListKeys } from "@/components/keyboard/use-list-keys";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { RowList } from "@/components/ui/lists/row-list";
import { parseJobFilter, type JobFilter } from "@/lib/view/jobs/job-filter";
import { FunctionList } from "./function-list";
import { type InitialJobs, useJobFunctions, useJobs } from "./queries";
import { JobFilters } from "./job-filters";
import { JobRow } from "./job-row";
import { SourceNote } from "./source-note";

/** Everything that Inngest carries for us: which functions there are, how each fares, and every job of theirs. */
export function JobsView({ initial }: { initial: InitialJobs }) {
  const params = useSearchParams();
  const filter = useMemo(() => parseJobFilter((name) => params.get(name)), [params]);
  const list = useJobs(filter, initial);
  const functions = useJobFunctions(initial);
  const source = list.pages[0]?.source ?? functions.data?.source;
  return (
    <PageFrame
      title="Jobs"
      text="The work that Inngest carries: the delivery of every push, the follow-ups to a write, and the scheduled sweeps. Decisions and writes themselves are recorded in Postgres."
    >
      {source && source.kind !== "embedded" ? (
        <SourceNote source={source} />
      ) : (
        <>
          {filter.actionId !== null ? null : functions.data ? (
            <FunctionList functions={functions.data} filter={filter} />
          ) : functions.isError ? null : (
            <Skeleton words="Reading the functions…" lines={7} />
          )}
          <section aria-labelledby="jobs-heading" className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <h2 id="jobs-heading" className="sr-only">
              Jobs
            </h2>
            <JobFilters filter={filter} functions={functions.data?.functions ?? []} />
            <List filter={filter} list={list} />
          </section>
        </>
      )}
    </PageFrame>
  );
}

function List({ filter, list }: { filter: JobFilter; list: ReturnType<typeof useJobs> }) {
  const rows = useListKeys("[data-job-link]");
  return (
    <PagedList list={list} name="jobs" empty={<NoJobs filter={filter} />} more="Show more">
      <RowList ref={rows} aria-label="Jobs, newest first" aria-busy={list.query.isPlaceholderData}>
        {list.items.map((job) => (
          <li key={job.id} data-job-id={job.id} data-status={job.status}>
            <JobRow job={job} />
          </li>
        ))}
      </RowList>
    </PagedList>
  );
}

function NoJobs({ filter }: { filter: JobFilter }) {
  if (filter.actionId !== null)
    return (
      <EmptyState
        title={`No job about #${filter.actionId}`}
        text="A job begins when the delivery of a write is asked for, after its approval. Those that ended are kept for seven days."
      />
    );
  if (filter.status !== null)
    return (
      <EmptyState
        title="None in this state"
        text="Choose “Any state” to see the other jobs of the last seven days."
      />
    );
  return (
    <EmptyState
      title="No jobs yet"
      text="Approve a write: its delivery is a job, and appears here a moment later with its attempts and errors."
    />
  );
}
