"use client";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/time";
import type { Retention, RetentionRun } from "@/lib/contract/upkeep";
import { act } from "@/lib/operations/act";
import { countWords } from "@/lib/view/words";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";

interface RetentionRunsProps {
  runs: Retention["runs"];
  kinds: Retention["kinds"];
  admin: boolean;
}

/** The last turns of the sweep, and for administrators a turn now. */
export function RetentionRuns({ runs, kinds, admin }: RetentionRunsProps) {
  return (
    <section aria-label="Runs" className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">Runs</h2>
        {admin && (
          <ConfirmButton
            label="Run now…"
            size="small"
            title="Delete and blank now?"
            description="What is over by the periods above goes now instead of tonight. It cannot be brought back."
            press="Run now"
            pressed="Running…"
            send={() => act("runRetention")}
            rereads={[["retention"]]}
            done={(run) => `The run is over: ${doneWords(run, kinds)}`}
          >
            <ul className="grid list-disc gap-1 pl-5 text-sm text-ink-2">
              {kinds.map((kind) => (
                <li key={kind.kind}>
                  {kind.title}: {kind.at_end} after {countWords(kind.days, "day")}
                </li>
              ))}
            </ul>
          </ConfirmButton>
        )}
      </div>
      {runs.length === 0 ? (
        <p className="rounded-[10px] border bg-panel px-4 py-3 text-sm text-ink-2">
          No run yet. The first one comes at night, at 03:17 by the server's clock.
        </p>
      ) : (
        <ol className="grid divide-y rounded-[10px] border bg-panel" aria-label="Last runs">
          {runs.map((run) => (
            <li key={run.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
              <RunState run={run} />
              <span className="min-w-0 flex-1 text-ink-2">{doneWords(run, kinds)}</span>
              <span className="text-xs text-ink-3">
                {run.started_by === "sweep" ? "by the clock" : `by ${run.started_by}`},{" "}
                <RelativeTime iso={run.started_at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function RunState({ run }: { run: RetentionRun }) {
  if (run.ended_at === null) return <Badge tone="warn">Not finished</Badge>;
  return run.complete ? <Badge tone="good">Done</Badge> : <Badge tone="warn">Goes on next time</Badge>;
}

function doneWords(run: RetentionRun, kinds: Retention["kinds"]): string {
  const parts = kinds.flatMap((kind) => {
    const count = run.counts[kind.kind] ?? 0;
    return count === 0
      ? []
      : [`${kind.title.toLowerCase()}: ${count.toLocaleString("en-US")} ${kind.at_end}`];
  });
  return parts.length === 0 ? "Nothing was over." : `${parts.join("; ")}.`;
}
