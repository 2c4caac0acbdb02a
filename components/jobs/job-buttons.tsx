"use client";
import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import type { ChangedJob, JobDetail } from "@/lib/contract/jobs";
import { act } from "@/lib/operations/act";
import { jobHref } from "@/lib/view/jobs/job-filter";
import { cancelWords, rerunWords } from "@/lib/view/jobs/job-words";

const ReasonSheet = dynamic(() => import("./reason-sheet").then((module) => module.ReasonSheet), {
  ssr: false,
});

/** An administrator's ways to change a job of the company's own events. */
export function JobButtons({ job }: { job: JobDetail }) {
  const router = useRouter();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<"rerun" | "cancel" | null>(null);
  if (!job.may.rerun && !job.may.cancel) return null;
  const reread = () => {
    void queries.invalidateQueries({ queryKey: ["job", job.id] });
    void queries.invalidateQueries({ queryKey: ["jobs"] });
  };
  return (
    <div className="flex flex-wrap gap-2">
      {job.may.rerun && <Button onClick={() => setAsking("rerun")}>Run again…</Button>}
      {job.may.cancel && <Button onClick={() => setAsking("cancel")}>Cancel this job…</Button>}
      {asking === "rerun" && (
        <ReasonSheet
          words={rerunWords(job)}
          send={(reason) => act("rerunJob", { id: job.id, reason })}
          onDone={(started) => {
            announce("A new job was started.");
            reread();
            router.push(jobHref((started as ChangedJob).run_id));
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === "cancel" && (
        <ReasonSheet
          words={cancelWords(job)}
          tone="danger"
          send={(reason) => act("cancelJob", { id: job.id, reason })}
          onDone={() => {
            announce("The job was cancelled.");
            setAsking(null);
            reread();
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
