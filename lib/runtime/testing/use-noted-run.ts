import { afterAll, beforeAll, expect } from "vitest";
import { systemClock } from "@/lib/clock";
import { verifyBundle } from "@/lib/core/ledger/bundle/verify-bundle";
import { readEvidenceFile } from "@/lib/gateway/evidence/read-evidence";
import { sealEvidence } from "@/lib/gateway/evidence/seal-evidence";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { approve, workThrough } from "@/lib/gateway/testing/deliver";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { useRuns } from "./use-runs";

/** A run that asks an address and proposes a note, which is written; its last step waits for a worker. For tests of evidence. */
export async function useNotedRun() {
  const runs = await useRuns();
  const { world, owner, gateway, approver, publish, start, workOff, look } = runs;
  const port = await receivePlainly((_, response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ answer: "grape jam" })),
  );
  afterAll(closeReceivers);
  Object.assign(gateway, {
    sender: createSender({ ownUrls: [], openAddresses: [{ host: "127.0.0.1", port }], clock: systemClock }),
  });

  /** Reads nothing, asks an address, proposes a note, and goes on when it is written. */
  const source = `workflow: noted
inputs: { type: object, required: [text, customer], properties: { text: { type: string }, customer: { type: string } } }
limits: { writes: 3 }
steps:
  - { id: ask, tool: http.request, with: { method: POST, url: "https://127.0.0.1:${port}/secret-path?q=secret-query", body: { of: "\${{ inputs.text }}" } } }
  - id: note
    tool: netsuite.propose
    with:
      action_type: ar_note
      entity_type: customer
      entity_ref: "\${{ inputs.customer }}"
      changes: [{ field: note, to: "\${{ inputs.text }}" }]
      reason: Because of plum prose
  - { id: after, tool: transform, with: { value: "\${{ inputs.text }}" } }`;

  const seal = async () => {
    await sealLedger(gateway);
    return sealEvidence(gateway);
  };
  const bundleOf = async (kind: "run" | "proposed_action", id: number) => {
    const { text } = await readEvidenceFile(approver, { kind, id }, gateway);
    const { bundle, faults } = verifyBundle(Buffer.from(text), gateway.ledgerKeys.known);
    expect(faults).toEqual([]);
    return { text, bundle: bundle! };
  };

  const noted = { runId: 0, actionId: 0 };

  beforeAll(async () => {
    await publish(source.replaceAll("https://127", "http://127"));
    const { id } = await start("noted", { inputs: { text: "peach marmalade", customer: "Coastal Pantry" } });
    await workOff();
    const run = await look(id);
    const actionId = run.steps.find(({ step_id }) => step_id === "note")!.proposed_action_id!;
    const [action] = await owner<{ id: number; payload_hash: string }[]>`
    SELECT id, payload_hash FROM proposed_actions WHERE id = ${actionId}`;
    await approve(world, action!);
    await workThrough(world, actionId);
    Object.assign(noted, { runId: id, actionId });
  });

  return { ...runs, port, noted, seal, bundleOf };
}
