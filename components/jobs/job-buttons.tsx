"use client";
import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { cancelShown, rerunShown } from "@/app/(inbox)/jobs/actions";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import type { ChangedRun, RunDetail } from "@/lib/contract/jobs";
import { runHref } from "@/lib/view/jobs/job-filter";
import { cancelWords, rerunWords } from "@/lib/view/jobs/job-words";

const ReasonSheet = dynamic(() => import("./reason-sheet").then((module) => module.ReasonSheet), {
  ssr: false,
});

/** What an administrator can do about a run of the company's own events. */
export function RunButtons({ run }: { run: RunDetail }) {
  const router = useRouter();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<"rerun" | "cancel" | null>(null);
  if (!run.may.rerun && !run.may.cancel) return null;
  const reread = () => {
    void queries.invalidateQueries({ queryKey: ["run", run.id] });
    void queries.invalidateQueries({ queryKey: ["runs"] });
  };
  return (
    <div className="flex flex-wrap gap-2">
      {run.may.rerun && <Button onClick={() => setAsking("rerun")}>Run again…</Button>}
      {run.may.cancel && <Button onClick={() => setAsking("cancel")}>Cancel this run…</Button>}
      {asking === "rerun" && (
        <ReasonSheet
          words={rerunWords(run)}
          send={(reason) => rerunShown({ run_id: run.id, reason })}
          onDone={(started) => {
            announce("A new run was started.");
            reread();
            router.push(runHref((started as ChangedRun).run_id));
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === "cancel" && (
        <ReasonSheet
          words={cancelWords(run)}
          tone="danger"
          send={(reason) => cancelShown({ run_id: run.id, reason })}
          onDone={() => {
            announce("The run was cancelled.");
            setAsking(null);
            reread();
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
