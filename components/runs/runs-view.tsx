/** This room shows the runs of workflows and steers them. */
"use client";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { PagedList } from "@/components/data/paged-list";
import { useListKeys } from "@/components/keyboard/use-list-keys";
import { Icon } from "@/components/ui/icons/icon";
import { PageFrame } from "@/components/ui/page";
import { EmptyState } from "@/components/ui/states";
import { RowList } from "@/components/ui/lists/row-list";
import { type RunFilter, parseRunFilter } from "@/lib/view/runs/run-filter";
import { type InitialRuns, useRuns } from "./queries";
import { RunFilters } from "./run-filters";
import { RunRow } from "./run-row";

export function RunsView({ initial }: { initial: InitialRuns }) {
  const params = useSearchParams();
  const filter = useMemo(() => parseRunFilter((name) => params.get(name)), [params]);
  const list = useRuns(filter, initial);
  return (
    <PageFrame
      title="Runs"
      text="Each run executes one workflow once, from its first step to its last. Its writes wait in the inbox for a person."
    >
      <div className="-mt-4 flex flex-wrap gap-x-6">
        <SideLink href="/runs/caps">Caps of runs</SideLink>
        <SideLink href="/runs/model-prices">Model prices</SideLink>
      </div>
      <section aria-labelledby="runs-heading" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 id="runs-heading" className="sr-only">
          Runs
        </h2>
        <RunFilters filter={filter} workflows={initial.workflows} />
        <List filter={filter} list={list} />
      </section>
    </PageFrame>
  );
}

function SideLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="flex w-fit items-center gap-1.5 text-sm text-ink-2 underline-offset-2 hover:text-ink hover:underline max-md:min-h-11"
    >
      {children} <Icon name="arrow-right" className="size-4" />
    </Link>
  );
}

function List({ filter, list }: { filter: RunFilter; list: ReturnType<typeof useRuns> }) {
  const rows = useListKeys("[data-run-link]");
  return (
    <PagedList list={list} name="runs" empty={<NoRuns filter={filter} />} more="Show more">
      <RowList ref={rows} aria-label="Runs, newest first" aria-busy={list.query.isPlaceholderData}>
        {list.items.map((run) => (
          <li key={run.id} data-run-id={run.id} data-status={run.status}>
            <RunRow run={run} />
          </li>
        ))}
      </RowList>
    </PagedList>
  );
}

function NoRuns({ filter }: { filter: RunFilter }) {
  if (filter.q !== "" || filter.trigger !== null)
    return (
      <EmptyState title="No run fits" text="Search for something else, or see runs of any state and trigger.">
        <Link href="/runs" className="text-sm underline underline-offset-2 max-md:py-3">
          See all runs
        </Link>
      </EmptyState>
    );
  if (filter.state !== null)
    return <EmptyState title="None in this state" text="Choose “Any state” to see the others." />;
  return (
    <EmptyState
      title={filter.workflow === null ? "No runs yet" : `No run of ${filter.workflow} yet`}
      text="A run begins on the page of a workflow that is in force, by its schedule or event, or when an agent asks for it."
    >
      <Link href="/workflows" className="text-sm underline underline-offset-2 max-md:py-3">
        See the workflows
      </Link>
    </EmptyState>
  );
}
