"use client";
import { useNow } from "@/components/state/clock";
import { cn } from "@/components/ui/cn";
import type { JobDetail } from "@/lib/contract/monitoring/jobs";
import { type BarKind, pictureOf } from "@/lib/view/jobs/job-picture";
import { PageSection } from "@/components/ui/page";

const looks: Record<BarKind, string> = {
  good: "bg-[var(--t2)]",
  bad: "bg-[var(--t5)]",
  again: "bg-[var(--t4)]",
  open: "bg-accent animate-pulse",
  wait: "h-0.5! bg-ink-3",
  sleep: "border border-dashed border-ink-3 bg-sunken",
};
const legend: [BarKind, string][] = [
  ["good", "done"],
  ["again", "tried again"],
  ["bad", "failed"],
  ["wait", "waits"],
  ["sleep", "sleeps"],
];

/** The job on one time axis. Its content stands as text under it, step by step: the picture itself is not read out. */
export function JobPicture({ job }: { job: JobDetail }) {
  const now = useNow();
  const picture = pictureOf(job, job.ended_at === null ? now : Date.parse(job.ended_at));
  if (picture.lanes.length === 0) return null;
  const kinds = new Set(picture.lanes.flatMap((lane) => lane.bars.map((bar) => bar.kind)));
  return (
    <PageSection title="Timeline" aside={<p className="text-xs text-ink-2">{picture.words}</p>}>
      <figure aria-hidden data-testid="job-picture" className="grid gap-1 rounded-[10px] border bg-panel p-4">
        {picture.lanes.map((lane) => (
          <div
            key={lane.key}
            className="grid grid-cols-[9rem_minmax(0,1fr)] items-center gap-3 max-md:grid-cols-1 max-md:gap-0"
          >
            <span className="truncate text-xs text-ink-2" title={lane.name}>
              {lane.name}
            </span>
            <div className="relative h-5 rounded bg-sunken/40">
              {lane.bars.map((bar) => (
                <span
                  key={bar.key}
                  title={bar.words}
                  className={cn(
                    "absolute h-3.5 min-w-[3px] rounded-[3px]",
                    bar.kind === "wait" ? "top-[9px]" : "top-[3px]",
                    looks[bar.kind],
                  )}
                  style={{ left: `${bar.from * 99.5}%`, width: `${(bar.to - bar.from) * 99.5}%` }}
                />
              ))}
              {picture.now !== null && (
                <span
                  className="absolute inset-y-0 w-px bg-accent"
                  style={{ left: `${picture.now * 99.5}%` }}
                />
              )}
            </div>
          </div>
        ))}
        <div className="grid grid-cols-[9rem_minmax(0,1fr)] gap-3 max-md:grid-cols-1">
          <span className="max-md:hidden" />
          <div className="relative h-5 border-t font-mono text-[10.5px] text-ink-3">
            {picture.ticks.map((tick) => (
              <span
                key={tick.at}
                className="absolute top-1 border-l border-line-strong pl-1 whitespace-nowrap"
                style={{ left: `${tick.at * 99.5}%` }}
              >
                {tick.text}
              </span>
            ))}
          </div>
        </div>
        <div className="flex flex-wrap gap-x-4 gap-y-1 pt-1 text-xs text-ink-3">
          {legend
            .filter(([kind]) => kinds.has(kind))
            .map(([kind, name]) => (
              <span key={kind} className="flex items-center gap-1.5">
                <span className={cn("inline-block h-2.5 w-3.5 rounded-[3px]", looks[kind])} />
                {name}
              </span>
            ))}
        </div>
      </figure>
    </PageSection>
  );
}
