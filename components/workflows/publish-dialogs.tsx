"use client";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { Section } from "@/components/ui/page";
import { ReasonSheet } from "@/components/ui/sheets/reason-sheet";
import type { WorkflowVersions } from "@/lib/contract/workflows/versions";
import { act } from "@/lib/operations/act";
import { inForceOf } from "@/lib/view/workflows/workflow-words";
import { ComparisonWithin } from "./comparison";
import { WORKFLOWS_KEY, workflowKey } from "./queries";

type Workflow = WorkflowVersions["workflow"];

const baseOf = ({ publication }: Workflow) => publication?.number ?? 0;
const hint = "It stands beside the publication, and is kept in the ledger.";

interface PublishDialogProps {
  workflow: Workflow;
  version: WorkflowVersions["items"][number];
  onClose: () => void;
}

/** Puts a version in force, with a code: what changes for runs is in view meanwhile. */
export function PublishDialog({ workflow, version, onClose }: PublishDialogProps) {
  const steppedUp = useSteppedUp();
  const { id, name } = workflow;
  const { number } = version;
  const inForce = inForceOf(workflow);
  return (
    <ReasonSheet
      title={`Publish version ${number} of ${name}`}
      description="Runs that begin from then on follow it; those under way keep the version that they began with. You count as an author of all that its runs propose."
      hint={hint}
      failed="Nothing was published"
      press={`Publish version ${number}`}
      pressed="Publishing…"
      rereads={[workflowKey(id), WORKFLOWS_KEY]}
      send={(note) =>
        steppedUp(
          "publishWorkflow",
          { id, version_id: version.version_id, note, base_publication: baseOf(workflow) },
          `Put version ${number} of ${name} in force`,
        )
      }
      done={() => `Version ${number} of ${name} is in force.`}
      onClose={onClose}
    >
      {inForce !== null && (
        <Section title={`What changes from version ${inForce}, which is in force`}>
          <ComparisonWithin id={id} from={inForce} to={number} />
        </Section>
      )}
    </ReasonSheet>
  );
}

export function WithdrawDialog({ workflow, onClose }: { workflow: Workflow; onClose: () => void }) {
  const { id, name } = workflow;
  return (
    <ReasonSheet
      title={`Withdraw ${name}?`}
      description="Nothing of it starts any more until a version is published again. Runs that are under way go on."
      hint={hint}
      failed="It is as it was"
      press="Withdraw"
      pressed="Withdrawing…"
      tone="danger"
      rereads={[workflowKey(id), WORKFLOWS_KEY]}
      send={(note) => act("withdrawWorkflow", { id, note, base_publication: baseOf(workflow) })}
      done={() => `${name} is not in force any more.`}
      onClose={onClose}
    />
  );
}
