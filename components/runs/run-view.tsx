"use client";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { ReadFailure } from "@/components/data/read-failure";
import { lazily } from "@/components/ui/lazily";
import { BackLink } from "@/components/ui/back-link";
import { PageFrame, PageSection } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/states";
import type { EvidenceState } from "@/lib/contract/monitoring/evidence";
import type { RunView as Run } from "@/lib/contract/workflows/runs";
import { hasRunEnded } from "@/lib/core/run/run";
import type { RunPicture } from "@/lib/view/runs/run-picture";
import { stepGroupsOf } from "@/lib/view/runs/step-groups";
import { workflowHref } from "@/lib/view/workflows/version-choice";
import { useRun } from "./queries";
import { RunButtons } from "./run-buttons";
import { RunFacts } from "./run-facts";
import { RunSteps } from "./run-steps";

/** The server draws it; its code only follows what changes. */
const Picture = lazily(() => import("./picture").then((module) => module.Picture));

/** Most runs that somebody looks at are over. */
const WaitingForPeople = lazily(() =>
  import("./waiting-for-people").then((module) => module.WaitingForPeople),
);

/** Most runs ask no model. */
const RunCosts = lazily(() => import("./run-costs").then((module) => module.RunCosts));

// Below the fold.
const EvidenceSection = lazily(() =>
  import("@/components/evidence/evidence-section").then((module) => module.EvidenceSection),
);
const RunTimeline = lazily(
  () => import("./run-timeline").then((module) => module.RunTimeline),
  () => <Skeleton words="Reading the timeline…" lines={4} />,
);

interface RunViewProps {
  initial: Run;
  /** Made on the server. Null: there is nothing to draw. */
  picture: RunPicture | null;
  /** Null: it is hidden from this person. */
  evidence: EvidenceState | null;
}

/** One run whole: how it stands, what it waits for, each of its steps, and what a person can do about it. */
export function RunView({ initial, picture, evidence }: RunViewProps) {
  const query = useRun(initial);
  const { data: run = initial } = query;
  const groups = stepGroupsOf(run.steps);
  usePictureOf(groups.length);
  return (
    <PageFrame title={`Run ${run.id}`} text={<RunLine run={run} />}>
      <BackLink href="/runs">All runs</BackLink>
      {query.isError && (
        <ReadFailure title="This run is as it was; it could not be read again" query={query} />
      )}
      <div
        className="grid grid-cols-[minmax(0,1fr)] gap-6"
        data-run-id={run.id}
        data-status={run.status}
        data-testid="run"
      >
        <RunFacts run={run} />
        {run.steps.some(({ status }) => status.startsWith("waiting")) && <WaitingForPeople run={run} />}
        <RunButtons run={run} />
        {picture && <Picture picture={picture} groups={groups} />}
        <RunSteps groups={groups} />
        <RunTimeline id={run.id} isOver={hasRunEnded(run.status)} />
        {run.costs.length > 0 && <RunCosts costs={run.costs} />}
        {evidence && (
          <PageSection title="Evidence">
            <div className="rounded-[10px] border bg-panel p-4">
              <EvidenceSection place={{ kind: "run", id: run.id }} initial={evidence} />
            </div>
          </PageSection>
        )}
      </div>
    </PageFrame>
  );
}

function RunLine({ run }: { run: Run }) {
  return (
    <>
      Follows{" "}
      <Link href={workflowHref(run.workflow_id)} className="underline underline-offset-2">
        {run.workflow}
      </Link>
      , version {run.version_number}, in the workspace {run.workspace}.
    </>
  );
}

/** Steps that follow an error join the run late: the server draws the picture again. */
function usePictureOf(stepCount: number): void {
  const router = useRouter();
  const drawn = useRef(stepCount);
  useEffect(() => {
    if (drawn.current === stepCount) return;
    drawn.current = stepCount;
    router.refresh();
  }, [router, stepCount]);
}
