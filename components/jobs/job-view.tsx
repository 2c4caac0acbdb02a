"use client";
import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { readingFailure } from "@/components/data/get-json";
import { PageFrame } from "@/components/ui/page-frame";
import { Button } from "@/components/ui/button";
import { Failure, Skeleton } from "@/components/ui/states";
import type { RunAnswer, RunDetail } from "@/lib/contract/jobs";
import { runFilterHref } from "@/lib/view/jobs/job-filter";
import { functionWords } from "@/lib/view/jobs/job-words";
import { useRun } from "./queries";
import { RunButtons } from "./job-buttons";
import { RunFacts } from "./job-facts";
import { RunHistory } from "./job-history";
import { RunNext } from "./job-next";
import { RunPicture } from "./job-picture";
import { RunSteps } from "./job-steps";
import { SourceNote } from "./source-note";

/** One run whole: how it stands, what was called when, what comes next, and what a person can do about it. */
export function RunView({ id, initial }: { id: string; initial: RunAnswer | null }) {
  const query = useRun(id, initial);
  const answer = query.data;
  return (
    <PageFrame
      title={answer?.run ? answer.run.function : "Run"}
      text={(answer?.run && functionWords(answer.run.function)) ?? `Run ${id}`}
    >
      <Link
        href={runFilterHref({ status: null, fn: null, startedBy: "event", actionId: null })}
        className="-mt-3 flex w-fit items-center gap-1.5 text-sm text-ink-2 hover:text-ink max-md:min-h-11"
      >
        <ArrowLeft aria-hidden className="size-4" /> All runs
      </Link>
      {query.isError && (
        <Failure
          title={answer ? "This run is as it was; it could not be read again" : "This run could not be read"}
          text={readingFailure(query.error)}
        >
          <Button size="small" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </Failure>
      )}
      {answer?.run ? (
        <Whole run={answer.run} />
      ) : answer && answer.source.kind !== "embedded" ? (
        <SourceNote source={answer.source} />
      ) : query.isError ? null : (
        <Skeleton words="Reading this run…" lines={9} />
      )}
    </PageFrame>
  );
}

function Whole({ run }: { run: RunDetail }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6" data-run-id={run.id} data-status={run.status}>
      <RunFacts run={run} />
      <RunButtons run={run} />
      <RunNext run={run} />
      <RunPicture run={run} />
      <RunSteps run={run} />
      <RunHistory run={run} />
    </div>
  );
}
