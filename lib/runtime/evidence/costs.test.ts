import { expect, test } from "vitest";
import { verifyBundle } from "@/lib/core/ledger/bundle/verify-bundle";
import { readEvidenceFile } from "@/lib/gateway/evidence/read-evidence";
import { sealEvidence } from "@/lib/gateway/evidence/seal-evidence";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { USAGE, chat } from "@/lib/runtime/testing/model-witness";
import { asking, useModelRuns } from "@/lib/runtime/testing/use-model-runs";

const { approver, gateway, witness, publish, start, workOff, look } = await useModelRuns();

test("a run's bundle sums up what its models cost, by provider and model, without what they said", async () => {
  await publish(asking("costly"));
  witness.reply = chat("Plum pudding.");
  const { id } = await start("costly");
  await workOff();
  const { costs } = await look(id);
  expect(costs).toMatchObject([{ calls: 1, input_tokens: USAGE.prompt_tokens, unpriced_calls: 1 }]);
  await sealLedger(gateway);
  await sealEvidence(gateway);
  const { text } = await readEvidenceFile(approver, { kind: "run", id }, gateway);
  const { bundle, faults } = verifyBundle(Buffer.from(text), gateway.ledgerKeys.known);
  expect(faults).toEqual([]);
  expect(bundle!.costs).toEqual(costs);
  expect(text).not.toContain("Plum pudding");
});
