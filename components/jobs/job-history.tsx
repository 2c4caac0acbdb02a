"use client";
import Link from "next/link";
import { ClockTime } from "@/components/ui/time";
import type { JobDetail } from "@/lib/contract/jobs";
import { jobHref } from "@/lib/view/jobs/job-filter";
import { jobHistoryWords } from "@/lib/view/jobs/job-words";
import { PageSection } from "@/components/ui/page-section";

/** People's changes of this job, as the ledger keeps them. */
export function JobHistory({ job }: { job: JobDetail }) {
  if (job.history.length === 0) return null;
  return (
    <PageSection title="What people did">
      <ol className="grid divide-y rounded-[10px] border bg-panel">
        {job.history.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5 text-sm">
            <span className="min-w-0 flex-1 break-words">
              {jobHistoryWords(entry.type)}
              {entry.other_run_id && (
                <>
                  :{" "}
                  <Link
                    href={jobHref(entry.other_run_id)}
                    className="font-mono text-xs break-all underline underline-offset-2"
                  >
                    {entry.other_run_id}
                  </Link>
                </>
              )}
              {entry.reason && <span className="text-ink-2"> “{entry.reason}”</span>}
            </span>
            <span className="text-xs text-ink-3">
              {entry.actor}, <ClockTime iso={entry.at} />
            </span>
          </li>
        ))}
      </ol>
    </PageSection>
  );
}
