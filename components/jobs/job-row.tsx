"use client";
import Link from "next/link";
import { useNow } from "@/components/ui/clock";
import { AgentText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/time";
import type { RunSummary } from "@/lib/contract/jobs";
import { runHref } from "@/lib/view/jobs/job-filter";
import { cronWords, runStateWords } from "@/lib/view/jobs/job-words";
import { measuredText } from "@/lib/view/time";
import { INBOX_PATH } from "@/lib/view/views";

/** One run in a line or two: what ran, about what, how it stands, and what stopped it. */
export function RunRow({ run }: { run: RunSummary }) {
  const state = runStateWords(run.status);
  return (
    <div className="relative grid gap-1 px-4 py-2.5 hover:bg-sunken/50">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={state.tone}>{state.title}</Badge>
        <Link
          href={runHref(run.id)}
          data-run-link
          aria-label={`Run of ${run.function}, ${state.title.toLowerCase()}, ${run.id}`}
          className="text-sm font-medium after:absolute after:inset-0 hover:underline max-md:py-1.5"
        >
          {run.function}
        </Link>
        <RunAbout run={run} />
        {run.rerun_of && <span className="text-xs text-ink-3">run again</span>}
        <span className="flex-1" />
        <span className="text-xs text-ink-3">
          <RelativeTime iso={run.started_at} /> · <Took run={run} />
        </span>
      </div>
      {run.error && (
        <p className="line-clamp-2 text-sm break-words text-ink-2">
          <AgentText>{run.error.message}</AgentText>
        </p>
      )}
    </div>
  );
}

/** What a run is about: an action, or the schedule that started it. A run of a roll delivers all of it, whichever line asked. */
export function RunAbout({ run }: { run: RunSummary }) {
  if (run.cron !== null) return <span className="text-xs text-ink-3">{cronWords(run.cron)}</span>;
  if (!run.subject) return <span className="font-mono text-xs text-ink-3">{run.event.name}</span>;
  const { action_id: actionId, line_no: lineNo } = run.subject;
  return (
    <Link
      href={`${INBOX_PATH}/${actionId}`}
      className="relative z-10 font-mono text-xs text-ink-2 underline underline-offset-2 max-md:-my-2 max-md:py-3"
    >
      #{actionId}
      {lineNo !== null && " roll"}
    </Link>
  );
}

export function Took({ run }: { run: Pick<RunSummary, "started_at" | "ended_at"> }) {
  const now = useNow();
  const { started_at: started, ended_at: ended } = run;
  if (ended === null) return <>for {measuredText(Math.max(0, now - Date.parse(started)))}</>;
  return <>{measuredText(Date.parse(ended) - Date.parse(started))}</>;
}
