import { afterAll, beforeEach } from "vitest";
import { closeReceivers } from "@/lib/outbound/testing/receiver";
import { chat, openWitness } from "./model-witness";
import { useRuns } from "./use-runs";

/** Runs that ask the models of one provider, `acme`, which a witness stands for. */
export async function useModelRuns() {
  const runs = await useRuns();
  const { owner, gateway } = runs;
  const { witness, provider, sender } = await openWitness();
  afterAll(closeReceivers);
  Object.assign(gateway, { sender, modelProviders: [provider("acme")] });
  beforeEach(() => {
    witness.asked = [];
    witness.reply = chat("Hello.");
  });
  const callsOf = (runId: number) => owner`
    SELECT attempt, provider, model, status, finish_reason, input_tokens, cached_tokens, output_tokens, reasoning_tokens
    FROM model_calls WHERE run_id = ${runId} ORDER BY attempt`;
  const receiptsOf = (runId: number) => owner`
    SELECT idempotency_key, status, request_metadata, response_metadata FROM step_receipts
    WHERE run_id = ${runId} ORDER BY id`;
  return { ...runs, witness, provider, callsOf, receiptsOf };
}

/** A workflow of one step, which asks. */
export const asking = (name: string, parts = "", more = "") => `workflow: ${name}
steps:
  - id: ask
    tool: model.call
    ${more}
    with: { model: acme/large-2, prompt: Say hello., output_tokens_max: 300${parts} }`;
