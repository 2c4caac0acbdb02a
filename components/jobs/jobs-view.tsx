"use client";
import { useSearchParams } from "next/navigation";
import { useMemo, useRef } from "react";
import { readingFailure } from "@/components/data/get-json";
import { PageFrame } from "@/components/ui/page-frame";
import { useKeys } from "@/components/keyboard/use-keys";
import { Button } from "@/components/ui/button";
import { EmptyState, Failure, Skeleton } from "@/components/ui/states";
import { parseRunFilter, type RunFilter } from "@/lib/view/jobs/job-filter";
import { FunctionList } from "./function-list";
import { type InitialRuns, useRunFunctions, useRuns } from "./queries";
import { RunFilters } from "./job-filters";
import { RunRow } from "./job-row";
import { SourceNote } from "./source-note";

/** Everything that Inngest carries for us: which functions there are, how each fares, and every run of theirs. */
export function RunsView({ initial }: { initial: InitialRuns }) {
  const params = useSearchParams();
  const filter = useMemo(() => parseRunFilter((name) => params.get(name)), [params]);
  const list = useRuns(filter, initial);
  const functions = useRunFunctions(initial);
  const source = list.data?.pages[0]?.source ?? functions.data?.source;
  return (
    <PageFrame
      title="Runs"
      text="What Inngest carries for us: the delivery of every push, whoever follows along, and the sweeps that go by the clock. It carries work only; what was decided and written stands in Postgres."
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
          <section aria-labelledby="runs-heading" className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <h2 id="runs-heading" className="sr-only">
              Runs
            </h2>
            <RunFilters filter={filter} functions={functions.data?.functions ?? []} />
            <List filter={filter} list={list} />
          </section>
        </>
      )}
    </PageFrame>
  );
}

function List({ filter, list }: { filter: RunFilter; list: ReturnType<typeof useRuns> }) {
  const rows = useRef<HTMLUListElement>(null);
  const move = (by: 1 | -1) => {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>("[data-run-link]") ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  useKeys([
    { key: "j", run: () => move(1), repeats: true },
    { key: "k", run: () => move(-1), repeats: true },
  ]);
  const runs = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isError && runs.length === 0)
    return (
      <Failure title="The runs could not be read" text={readingFailure(list.error)}>
        <Button size="small" onClick={() => void list.refetch()}>
          Try again
        </Button>
      </Failure>
    );
  if (list.isPending) return <Skeleton words="Reading the runs…" lines={9} />;
  if (runs.length === 0) return <NoRuns filter={filter} />;
  return (
    <>
      {list.isError && (
        <Failure
          title="These runs are as they were; they could not be read again"
          text={readingFailure(list.error)}
        />
      )}
      <ul
        ref={rows}
        aria-label="Runs, newest first"
        aria-busy={list.isPlaceholderData}
        className="grid divide-y overflow-hidden rounded-[10px] border bg-panel"
      >
        {runs.map((run) => (
          <li key={run.id} data-run-id={run.id} data-status={run.status}>
            <RunRow run={run} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          className="justify-self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? "Loading more…" : "Show more"}
        </Button>
      )}
    </>
  );
}

function NoRuns({ filter }: { filter: RunFilter }) {
  if (filter.actionId !== null)
    return (
      <EmptyState
        title={`No run about #${filter.actionId}`}
        text="A run begins when the delivery of a write is asked for, after its approval. Those that ended are kept for seven days."
      />
    );
  if (filter.status !== null)
    return (
      <EmptyState
        title="None in this state"
        text="Choose “Any state” to see the other runs of the last seven days."
      />
    );
  return (
    <EmptyState
      title="No runs yet"
      text="Approve a write: its delivery is a run, and stands here a moment later with its attempts and errors."
    />
  );
}
