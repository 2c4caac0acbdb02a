"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { AgentText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/time";
import type { RunDetail } from "@/lib/contract/jobs";
import { runHref, runsOfAction } from "@/lib/view/jobs/job-filter";
import { cronWords, runStateWords } from "@/lib/view/jobs/job-words";
import { INBOX_PATH } from "@/lib/view/views";
import { Took } from "./job-row";
import { ValueBox } from "./value-box";

const link = "underline underline-offset-2 max-md:-my-2.5 max-md:inline-block max-md:py-2.5";

/** How it stands, what it is about, and where it came from. */
export function RunFacts({ run }: { run: RunDetail }) {
  const state = runStateWords(run.status);
  return (
    <section aria-label="This run" className="grid gap-3 rounded-[10px] border bg-panel p-4">
      <p className="flex flex-wrap items-center gap-2" aria-live="polite" data-testid="run-state">
        <Badge tone={state.tone}>{state.title}</Badge>
        <span className="text-sm text-ink-2">
          started <RelativeTime iso={run.started_at} />, {run.ended_at === null ? "running " : "took "}
          <Took run={run} />
        </span>
      </p>
      {run.error && (
        <p className="text-sm break-words">
          <span className="font-mono text-xs text-ink-3">{run.error.name}</span>{" "}
          <AgentText>{run.error.message}</AgentText>
        </p>
      )}
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 border-t pt-3 text-sm max-md:grid-cols-1 max-md:gap-y-0.5">
        {run.subject && (
          <Fact name="About">
            <About subject={run.subject} />
          </Fact>
        )}
        <Fact name={run.cron === null ? "Event" : "Schedule"}>
          {run.cron === null ? (
            <span className="font-mono text-xs">{run.event.name}</span>
          ) : (
            cronWords(run.cron)
          )}
        </Fact>
        <Fact name="Event id">
          <span className="font-mono text-xs break-all">{run.event.id}</span>
        </Fact>
        {run.event_data && (
          <Fact name="Event data">
            <span className="font-mono text-xs break-all">
              {Object.entries(run.event_data)
                .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
                .join(", ")}
            </span>
          </Fact>
        )}
        <Fact name="Run id">
          <span className="font-mono text-xs break-all">{run.id}</span>
        </Fact>
        {run.rerun_of && (
          <Fact name="Run again of">
            <RunLink id={run.rerun_of} />
          </Fact>
        )}
        {run.reruns.length > 0 && (
          <Fact name="Run again as">
            <span className="flex flex-wrap gap-x-3">
              {run.reruns.map((id) => (
                <RunLink key={id} id={id} />
              ))}
            </span>
          </Fact>
        )}
        {run.invoked_by && (
          <Fact name="Called by">
            <RunLink id={run.invoked_by} />
          </Fact>
        )}
      </dl>
      {run.status === "completed" && <ValueBox name="Returned" output={run.output} />}
    </section>
  );
}

function About({ subject }: { subject: NonNullable<RunDetail["subject"]> }) {
  const { action_id: actionId, line_no: lineNo, push } = subject;
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <Link href={`${INBOX_PATH}/${actionId}`} className={`font-mono text-xs ${link}`}>
        #{actionId}
        {lineNo !== null && " roll"}
      </Link>
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
      <Link href={runsOfAction(actionId)} className={link}>
        All runs about it
      </Link>
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3 max-md:text-xs">{name}</dt>
      <dd className="min-w-0 max-md:pb-1.5">{children}</dd>
    </>
  );
}

function RunLink({ id }: { id: string }) {
  return (
    <Link href={runHref(id)} className={`font-mono text-xs break-all ${link}`}>
      {id}
    </Link>
  );
}
