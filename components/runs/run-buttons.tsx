"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useViewer } from "@/components/data/viewer";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import type { RunView } from "@/lib/contract/workflows/runs";
import { act } from "@/lib/operations/act";
import { runHref } from "@/lib/view/runs/run-filter";
import { steeringOf } from "@/lib/view/runs/run-words";
import { countWords } from "@/lib/view/words";
import { RUNS_KEY, runKey } from "./queries";

/** Pausing, resuming, cancelling and going on, for whoever may steer; nothing for a viewer. */
export function RunButtons({ run }: { run: RunView }) {
  const may = steeringOf(run);
  const { role } = useViewer();
  const { send, sending, failure } = useSubmission();
  const keep = useKeptRun();
  if (role === "viewer" || !Object.values(may).some(Boolean)) return null;
  const turn = async (to: "pause" | "resume") => {
    const { id } = run;
    const result = await send(() => (to === "pause" ? act("pauseRun", { id }) : act("resumeRun", { id })));
    if (!result) return;
    keep(result);
    announce(to === "pause" ? `Run ${id} is paused.` : `Run ${id} goes on.`);
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {may.pause && (
          <Button disabled={sending} onClick={() => void turn("pause")}>
            Pause
          </Button>
        )}
        {may.resume && (
          <Button tone="solid" disabled={sending} onClick={() => void turn("resume")}>
            Resume
          </Button>
        )}
        {may.cancel && <CancelRun run={run} onCancelled={keep} />}
        {may.rerun && <GoOn run={run} />}
      </div>
      {failure && <Failure title="The run is as it was" text={failure} />}
    </div>
  );
}

/** The page shows the answer at once, and lists are read again. */
function useKeptRun() {
  const queries = useQueryClient();
  return (run: RunView) => {
    queries.setQueryData(runKey(run.id), run);
    void queries.invalidateQueries({ queryKey: RUNS_KEY });
  };
}

function CancelRun({ run, onCancelled }: { run: RunView; onCancelled: (run: RunView) => void }) {
  const waiting = run.steps.filter(({ status }) => status === "waiting_approval").length;
  return (
    <ConfirmButton
      label="Cancel…"
      title={`Cancel run ${run.id}?`}
      description={
        <>
          Nothing more of it begins or is sent, but for a request that is on its way.{" "}
          {withdrawnWords(waiting)} Writes that were approved are still made.
        </>
      }
      failed="The run was not cancelled"
      press="Cancel the run"
      pressed="Cancelling…"
      leave="Leave it"
      tone="danger"
      send={() => act("cancelRun", { id: run.id })}
      done={(cancelled) => {
        onCancelled(cancelled);
        return `Run ${run.id} is cancelled.`;
      }}
    />
  );
}

const withdrawnWords = (waiting: number): string =>
  waiting === 0
    ? "Proposals that wait for a decision are withdrawn; none does now."
    : `Proposals that wait for a decision are withdrawn: up to ${countWords(waiting, "proposal")}.`;

function GoOn({ run }: { run: RunView }) {
  const router = useRouter();
  return (
    <ConfirmButton
      label="Go on from here…"
      title={`Go on from run ${run.id}?`}
      description={`A new run of version ${run.version_number} begins with the same inputs. What succeeded here is not done again, and all the rest is. This run stays as it is.`}
      failed="No run was begun"
      press="Go on"
      pressed="Beginning…"
      send={() => act("rerun", { id: run.id })}
      rereads={[RUNS_KEY]}
      done={(begun) => {
        router.push(runHref(begun.id));
        return `Run ${begun.id} goes on from run ${run.id}.`;
      }}
    />
  );
}
