"use client";
import { useViewer } from "@/components/data/viewer";
import { ButtonLink } from "@/components/ui/button-link";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";
import type { WorkflowVersion, WorkflowVersions } from "@/lib/contract/workflows/versions";
import { mayAdminister } from "@/lib/core/access/principal";
import { workflowHref } from "@/lib/view/workflows/version-choice";
import { inForceOf } from "@/lib/view/workflows/workflow-words";

// Their code comes with the first press.
const PublishDialog = lazyDialog(() => import("./publish-dialogs").then((module) => module.PublishDialog));
const WithdrawDialog = lazyDialog(() => import("./publish-dialogs").then((module) => module.WithdrawDialog));
const StartRunDialog = lazyDialog(() => import("./start-run-dialog").then((module) => module.StartRunDialog));

interface WorkflowButtonsProps {
  versions: WorkflowVersions;
  /** The number of the version in view: that one is published, or where it is in force the newest. */
  shown: number;
  source: WorkflowVersion;
}

/** Approvers may start a run; administrators may also publish, withdraw and write a new version. */
export function WorkflowButtons({ versions: { workflow, items }, shown, source }: WorkflowButtonsProps) {
  const { role } = useViewer();
  const inForce = inForceOf(workflow);
  const candidate = shown === inForce ? workflow.latest.number : shown;
  const version = items.find(({ number }) => number === candidate);
  if (role === "viewer") return null;
  return (
    <div className="flex flex-wrap gap-2">
      {inForce !== null && (
        <DialogButton
          tone="solid"
          renderDialog={(onClose) => (
            <StartRunDialog workflow={workflow} number={inForce} source={source} onClose={onClose} />
          )}
        >
          Start a run…
        </DialogButton>
      )}
      {mayAdminister(role) && (
        <>
          {version && candidate !== inForce && (
            <DialogButton
              tone={inForce === null ? "solid" : "plain"}
              renderDialog={(onClose) => (
                <PublishDialog workflow={workflow} version={version} onClose={onClose} />
              )}
            >
              Publish version {candidate}…
            </DialogButton>
          )}
          <ButtonLink href={`${workflowHref(workflow.id)}/new-version`}>New version</ButtonLink>
          {workflow.publication?.version_id != null && (
            <DialogButton
              renderDialog={(onClose) => <WithdrawDialog workflow={workflow} onClose={onClose} />}
            >
              Withdraw…
            </DialogButton>
          )}
        </>
      )}
    </div>
  );
}
