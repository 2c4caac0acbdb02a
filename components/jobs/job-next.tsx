"use client";
import { useNow } from "@/components/state/clock";
import { ClockTime } from "@/components/ui/time";
import type { JobDetail } from "@/lib/contract/jobs";
import { nextWords } from "@/lib/view/jobs/job-words";
import { durationText } from "@/lib/view/time";
import { PageSection } from "@/components/ui/page-section";

/** The next calls of a job that goes on, and when each comes. */
export function JobNext({ job }: { job: JobDetail }) {
  const now = useNow();
  if (job.status !== "running") return null;
  const nameOf = (id: string | null) => job.steps.find((step) => step.id === id)?.name ?? null;
  return (
    <PageSection title="What comes next">
      {job.next.length === 0 ? (
        <p className="text-sm text-ink-2">It waits for an event, or its last call is just being settled.</p>
      ) : (
        <ol className="grid divide-y rounded-[10px] border bg-panel">
          {job.next.map((upcoming) => {
            const ahead = Date.parse(upcoming.at) - now;
            return (
              <li
                key={`${upcoming.kind}-${upcoming.step_id ?? ""}`}
                className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5 text-sm"
              >
                <span className="min-w-0 flex-1">{nextWords(upcoming, nameOf(upcoming.step_id))}</span>
                <span className="text-xs text-ink-3">
                  {upcoming.in_flight ? "since " : ahead > 0 ? `in ${durationText(ahead)}, ` : "due since "}
                  <ClockTime iso={upcoming.at} />
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </PageSection>
  );
}
