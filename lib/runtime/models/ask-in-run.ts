import { type TenantTransaction, inTenant } from "@/db/client";
import { beginModelCall, endModelCall } from "@/db/queries/workflows/model-calls";
import { beginReceipt, completeReceipt, listResultsOfStep } from "@/db/queries/workflows/receipts";
import { lockRun } from "@/db/queries/workflows/runs";
import { extendStepLease } from "@/db/queries/workflows/steps";
import { type OutgoingAnswer, deniedWords, policyAnswerIn } from "@/lib/core/access/policy";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { modelOf, unknownProviderWords } from "@/lib/core/run/model-providers";
import { hasRunEnded } from "@/lib/core/run/run";
import { sealCall } from "@/lib/gateway/ledger/seals/call-seal";
import { isGenuineReceipt, sealReceipt, sealRequest } from "@/lib/gateway/ledger/seals/receipt-seal";
import { log } from "@/lib/log";
import { askPolicyInRun } from "@/lib/runtime/questions/ask-policy";
import { type Approvals, prepareApproved, whyNotApproved } from "@/lib/runtime/questions/approve-in-run";
import { agentInRun } from "@/lib/runtime/tools/agent-in-run";
import { foreignReceipt } from "@/lib/runtime/tools/foreign-receipt";
import { NOT_KEPT, keepEnd } from "@/lib/runtime/tools/keep-end";
import { outsideKeyOf } from "@/lib/runtime/tools/outside-key";
import { type ToolCall, type ToolResult, done, failed } from "@/lib/runtime/tools/tool";
import type { Json } from "@/lib/runtime/values/evaluate";
import type { ModelAnswer } from "./ask-model";
import { refusalByCost } from "./cost-of-the-day";
import type { ModelInput } from "./model-input";
import { questionToApprove } from "./question-to-approve";

/** Calls models for a run. Each attempt has a receipt and a row of its cost, both written before the request leaves. */

/**
 * Asks the policy, writes the attempt's receipt, asks, and writes what became of it. An attempt whose worker went away is made
 * again and may be paid for twice; an answer that one of them wrote down is taken by the next, with the app's seal alone.
 */
export async function askInRun(call: ToolCall, input: ModelInput): Promise<ToolResult> {
  const { gateway, tenantId, step } = call;
  const { provider: name, model } = modelOf(input.model)!;
  const providers = gateway.modelProviders;
  const provider = providers.find((one) => one.name === name);
  if (!provider)
    return failed(
      "unknown_provider",
      unknownProviderWords(
        name,
        providers.map((one) => one.name),
      ),
    );
  const asked = { ...input, provider: name, model };
  const { askModel } = await import("./ask-model");
  const ready = await prepareApproved<ReadyToAsk>(call, questionToApprove(input), "ask", (tx, granted) =>
    prepare(tx, call, asked, granted),
  );
  if (ready.kind !== "ask") return ready;
  const answer = await askModel({
    provider,
    model,
    input,
    sender: gateway.sender,
    idempotencyKey: `${outsideKeyOf(call)}:${step.attempt}`,
    attemptId: `step ${step.id} attempt ${step.attempt}`,
    signal: call.signal,
  });
  const without: ModelAnswer = {
    ...answer,
    status: "failed",
    result: failed(NOT_KEPT.code, NOT_KEPT.message),
  };
  const kept = await keepEnd(answer, without, (end) =>
    inTenant(gateway.database, tenantId, (tx) => writeDown(tx, call, asked, end)),
  );
  return kept.result;
}

const keyOf = ({ step }: ToolCall): string => `${step.idempotencyKey}:${step.attempt}`;

type Named = ModelInput & { provider: string };
interface ReadyToAsk {
  kind: "ask";
}

/** In one transaction: the policy's answer, the lease, an earlier attempt's answer, and else the receipt and the row. */
async function prepare(tx: TenantTransaction, call: ToolCall, input: Named, granted: Approvals) {
  const { tenantId, run, step, lease } = call;
  const policy = await askPolicy(tx, call, input);
  if ("kind" in policy) return policy;
  const unapproved = await whyNotApproved(tx, call, policy, granted);
  if (unapproved) return unapproved;
  if (!(await extendStepLease(tx, tenantId, lease))) return failed("lease_lost", "The lease was lost.");
  const answers = await listResultsOfStep(tx, tenantId, step);
  const answered = answers.find((answer) => isGenuineReceipt(tenantId, answer));
  if (answered) return done(answered.resultJson as Json);
  const tooDear = await refusalByCost(tx, tenantId, input);
  if (tooDear) return tooDear;
  const request = {
    tenantId,
    runId: run.id,
    stepId: step.id,
    idempotencyKey: keyOf(call),
    toolName: step.toolName,
    requestMetadata: { ...requestOf(input), policy: policyAnswerIn(policy) },
    reversible: false,
    howToReverse: null,
    attempt: step.attempt,
  };
  // Each attempt has a key of its own, which nobody else has cause to use.
  if (!(await beginReceipt(tx, request, sealRequest(request)))) return foreignReceipt();
  const { provider, model } = input;
  const { id: stepId, attempt } = step;
  await beginModelCall(tx, { tenantId, runId: run.id, stepId, attempt, provider, model });
  return { kind: "ask" } as const;
}

async function askPolicy(
  tx: TenantTransaction,
  call: ToolCall,
  { provider, model }: Named,
): Promise<OutgoingAnswer | ToolResult> {
  const found = await agentInRun(tx, call);
  if ("refusal" in found) return found.refusal;
  const { tenantId } = call;
  const asked = { tenantId, agentName: found.agent.name, provider, model };
  const answer = await askPolicyInRun(tx, call, { action: "ask_model", asked });
  if (answer.effect === "permit") return answer;
  return failed("policy_denied", deniedWords(answer, "does not let this model be asked"));
}

/** The stored part of a call: its model, and the hashes of its content. */
const requestOf = ({ provider, model, prompt, system, schema, output_tokens_max: max }: Named) => ({
  provider,
  model,
  output_tokens_max: max,
  prompt_hash: canonicalHash(prompt),
  system_hash: system === undefined ? null : canonicalHash(system),
  schema_hash: schema === undefined ? null : canonicalHash(schema),
});

/**
 * The attempt's end. A run that has ended is in the ledger with its receipts: an answer that comes later still leaves its costs,
 * and changes no receipt.
 */
async function writeDown(
  tx: TenantTransaction,
  call: ToolCall,
  asked: Named,
  answer: ModelAnswer,
): Promise<void> {
  const { tenantId, run, step } = call;
  const { status, tokens, finishReason, httpStatus, ms, result } = answer;
  const locked = await lockRun(tx, tenantId, run.id);
  const { id: stepId, attempt } = step;
  if (locked && !hasRunEnded(locked.status)) {
    const output = result.kind === "done" ? result.output : null;
    const response = { http_status: httpStatus, finish_reason: finishReason, tokens, ms };
    const end = { idempotencyKey: keyOf(call), attempt, status, response, result: output };
    await completeReceipt(tx, tenantId, { ...end, seal: sealReceipt({ tenantId, ...end }) });
  }
  const { provider, model } = asked;
  const end = { tenantId, stepId, attempt, provider, model, status, tokens };
  if (!(await endModelCall(tx, end, { finishReason, ms, seal: sealCall(end) })))
    log.error(
      { tenantId, stepId, attempt },
      "The call of a model had ended already: its costs are not counted",
    );
}
