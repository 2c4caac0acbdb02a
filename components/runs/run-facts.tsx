"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { Definitions } from "@/components/ui/definitions";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { RunView } from "@/lib/contract/workflows/runs";
import { hasRunEnded } from "@/lib/core/run/run";
import { runHref } from "@/lib/view/runs/run-filter";
import { RUN_STATUS_WORDS, begunWords, runSentence, writesWords } from "@/lib/view/runs/run-words";
import { sentenceCase } from "@/lib/view/words";
import { RunDuration } from "./run-row";
import { Folded } from "./step-parts";
import { StatusBadge } from "./status-badge";

/** How it stands, who began it, and what it may still do. */
export function RunFacts({ run }: { run: RunView }) {
  return (
    <section aria-label="This run" className="grid gap-3 rounded-[10px] border bg-panel p-4 shadow-lift">
      <div
        className="flex flex-wrap items-center gap-x-2.5 gap-y-1"
        aria-live="polite"
        data-testid="run-state"
      >
        <StatusBadge words={RUN_STATUS_WORDS[run.status]} />
        <p className="min-w-0 text-sm">
          <UntrustedText>{runSentence(run)}</UntrustedText>
        </p>
      </div>
      {run.error && (
        <p className="text-sm break-words text-bad">
          <UntrustedText>{run.error.message}</UntrustedText>
        </p>
      )}
      <Definitions
        rows={factsOf(run)}
        className="border-t pt-3 text-sm max-md:grid-cols-1! max-md:gap-y-0.5! max-md:[&>dd]:pb-1.5 max-md:[&>dt]:text-xs"
      />
    </section>
  );
}

function factsOf(run: RunView): Record<string, ReactNode> {
  return {
    Begun: (
      <>
        <UntrustedText>{begunWords(run)}</UntrustedText> <RelativeTime iso={run.created_at} />
      </>
    ),
    [run.ended_at === null ? "Since then" : "Took"]: run.started_at !== null && (
      <span className="font-mono text-xs">
        <RunDuration run={run} />
      </span>
    ),
    "Goes on from": run.rerun_of !== null && <RunLink id={run.rerun_of} />,
    Writes: sentenceCase(writesWords(run.writes)),
    Deadline: !hasRunEnded(run.status) && (
      <>
        <RelativeTime iso={run.deadline_at} />, then it ends unfinished
      </>
    ),
    Inputs: run.inputs_hash !== null && (
      <>
        {mono(run.inputs_hash)}
        <Folded summary="Hash of each" hashes={run.inputs ?? {}} />
      </>
    ),
    Trigger: mono(run.trigger_ref),
  };
}

const mono = (text: string) => (
  <span className="font-mono text-xs break-all">
    <UntrustedText>{text}</UntrustedText>
  </span>
);

function RunLink({ id }: { id: number }) {
  return (
    <Link
      href={runHref(id)}
      className="underline underline-offset-2 max-md:-my-2.5 max-md:inline-block max-md:py-2.5"
    >
      Run {id}
    </Link>
  );
}
