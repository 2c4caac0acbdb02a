import { expect } from "@playwright/test";
import type { RunView } from "@/lib/contract/workflows/runs";
import type { StoredVersion } from "@/lib/contract/workflows/versions";
import { readAction } from "../http/api";
import { succeed } from "../http/call";
import { newMarker } from "./proposals";

/** Workflows of tests: texts, put in force over HTTP, and runs of them. */

/** A name that no other test uses. */
export const newName = (kind: string): string => `${kind}-${newMarker()}`;

/** Proposes one note about a customer and goes on when it is written. */
export const notingText = (name: string): string => `workflow: ${name}
title: Leave a note
inputs:
  type: object
  required: [text]
  properties:
    text: { type: string, minLength: 3, description: What the note says }
    urgent: { type: boolean }
limits: { writes: 2 }
steps:
  - { id: greet, title: Put the words together, tool: transform, with: { value: "About \${{ inputs.text }}" } }
  - id: note
    title: Propose the note
    tool: netsuite.propose
    with:
      action_type: ar_note
      entity_type: customer
      entity_ref: Coastal Pantry
      changes: [{ field: note, to: "\${{ inputs.text }}" }]
      reason: Because of \${{ inputs.text }}
  - { id: after, title: Go on, tool: transform, with: { value: "\${{ steps.note.output.record_id }}" } }
`;

/** Stored and in force. */
export async function publish(source: string): Promise<StoredVersion> {
  const version = await succeed("storeVersion", "admin", { source });
  const { workflow } = await succeed("readWorkflowVersions", "admin", { id: version.id });
  await succeed("publishWorkflow", "admin", {
    id: version.id,
    version_id: version.version_id,
    note: "For a test",
    base_publication: workflow.publication?.number ?? 0,
  });
  return version;
}

export const startRun = (workflow: string, inputs: Record<string, string | boolean> = {}) =>
  succeed("startRun", "approver", { workflow, inputs });

export const readRun = (id: number): Promise<RunView> => succeed("readRun", "approver", { id });

/** Waits until the run has this status. */
export async function untilRun(id: number, status: RunView["status"]): Promise<RunView> {
  await expect.poll(async () => (await readRun(id)).status, { message: `run ${id}` }).toBe(status);
  return readRun(id);
}

/** Approves what a run proposed, and waits for the run's end. */
export async function approveToTheEnd(runId: number, actionId: number): Promise<RunView> {
  const { payload_hash } = await readAction(actionId);
  await succeed("decideAction", "approver", { id: actionId, payload_hash, decision: "approve" });
  return untilRun(runId, "succeeded");
}

/** The action that the run's step proposed. */
export function proposedBy({ steps }: RunView, stepId = "note"): number {
  const id = steps.find(({ step_id: one }) => one === stepId)?.proposed_action_id;
  if (!id) throw new Error(`the step ${stepId} has proposed nothing`);
  return id;
}
