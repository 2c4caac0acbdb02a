"use client";
import Link from "next/link";
import { useNow } from "@/components/state/clock";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { RunSummary } from "@/lib/contract/workflows/runs";
import { agentNameOf } from "@/lib/core/run/workflow-agent-name";
import { questionHref } from "@/lib/view/questions/question-href";
import { runHref } from "@/lib/view/runs/run-filter";
import { RUN_STATUS_WORDS, begunWords, tookText } from "@/lib/view/runs/run-words";
import { StatusBadge } from "./status-badge";

/** One run: how it stands, which workflow it follows, who began it, and how long it took. */
export function RunRow({ run }: { run: RunSummary }) {
  const words = RUN_STATUS_WORDS[run.status];
  return (
    <div className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-sunken/50 md:grid-cols-[9.5rem_minmax(0,1fr)_auto_5rem] md:items-baseline">
      <span className="flex max-md:row-start-2">
        <StatusBadge words={words} />
      </span>
      <div className="grid min-w-0 gap-0.5 max-md:col-span-3 max-md:row-start-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <Link
            href={runHref(run.id)}
            data-run-link
            aria-label={`Run ${run.id} of ${run.workflow}, ${words.title.toLowerCase()}`}
            className="font-medium after:absolute after:inset-0 hover:underline max-md:py-1"
          >
            Run {run.id}
          </Link>
          <span className="min-w-0 break-all">{run.workflow}</span>
          <span className="text-xs text-ink-3">version {run.version_number}</span>
        </p>
        <p className="text-xs text-ink-2">
          Begun <UntrustedText>{begunWords(run)}</UntrustedText> <RelativeTime iso={run.created_at} />
        </p>
        {run.error && (
          <p className="line-clamp-2 text-sm break-words text-ink-2">
            <span className="font-mono text-xs text-ink-3">{run.error.step}</span>{" "}
            <UntrustedText>{run.error.message}</UntrustedText>
          </p>
        )}
      </div>
      <span className="text-xs max-md:row-start-2">
        {run.status === "waiting_approval" && (
          <WaitingLink
            href={`/proposed-actions?agent=${encodeURIComponent(agentNameOf(run.workflow))}`}
            of={run.workflow}
          />
        )}
        {run.question_id !== null && (
          <WaitingLink href={questionHref(run.question_id)} of={`run ${run.id}`} />
        )}
      </span>
      <span className="text-right font-mono text-xs text-ink-3 max-md:row-start-2">
        <RunDuration run={run} />
      </span>
    </div>
  );
}

/** To what people have to decide or answer before it goes on. */
const WaitingLink = ({ href, of }: { href: string; of: string }) => (
  <Link
    href={href}
    className="relative z-10 whitespace-nowrap underline underline-offset-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
  >
    See what waits<span className="sr-only"> of {of}</span>
  </Link>
);

/** The time from the run's first step to its end, or until now. Nothing before the first step. */
export function RunDuration({ run }: { run: RunSummary }) {
  const now = useNow();
  const took = tookText(run, now);
  if (took === null) return null;
  return (
    <>
      <span className="sr-only">{run.ended_at === null ? "for " : "took "}</span>
      {took}
    </>
  );
}
