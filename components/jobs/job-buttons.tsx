"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazily } from "@/components/ui/lazily";
import type { JobDetail } from "@/lib/contract/monitoring/jobs";
import { act } from "@/lib/operations/act";
import { jobHref } from "@/lib/view/jobs/job-filter";
import { cancelWords, rerunWords } from "@/lib/view/jobs/job-words";

const JobSheet = lazily(() => import("./job-sheet").then((module) => module.JobSheet));

/** An administrator's ways to change a job of the company's own events. */
export function JobButtons({ job }: { job: JobDetail }) {
  const router = useRouter();
  const [asking, setAsking] = useState<"rerun" | "cancel" | null>(null);
  if (!job.may.rerun && !job.may.cancel) return null;
  const sheet = { rereads: [["job", job.id], ["jobs"]], onClose: () => setAsking(null) };
  return (
    <div className="flex flex-wrap gap-2">
      {job.may.rerun && <Button onClick={() => setAsking("rerun")}>Run again…</Button>}
      {job.may.cancel && <Button onClick={() => setAsking("cancel")}>Cancel this job…</Button>}
      {asking === "rerun" && (
        <JobSheet
          words={rerunWords(job)}
          send={async (reason) => {
            const answered = await act("rerunJob", { id: job.id, reason });
            if (answered.ok) router.push(jobHref(answered.result.run_id));
            return answered;
          }}
          done={() => "A new job was started."}
          {...sheet}
        />
      )}
      {asking === "cancel" && (
        <JobSheet
          words={cancelWords(job)}
          tone="danger"
          send={(reason) => act("cancelJob", { id: job.id, reason })}
          done={() => "The job was cancelled."}
          {...sheet}
        />
      )}
    </div>
  );
}
