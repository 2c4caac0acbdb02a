/** Sends a run's request to an outside address, once per step, with a receipt of the outcome. */

import { type TenantTransaction, inTenant } from "@/db/client";
import {
  beginReceipt,
  beginReceiptAgain,
  completeReceipt,
  findReceipt,
} from "@/db/queries/workflows/receipts";
import { lockRun } from "@/db/queries/workflows/runs";
import { extendStepLease, takeWrite } from "@/db/queries/workflows/steps";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { type OutgoingAnswer, deniedWords, policyAnswerIn } from "@/lib/core/access/policy";
import { hasRunEnded } from "@/lib/core/run/run";
import { type SendResult, portOf } from "@/lib/outbound";
import { isNetSuiteHost } from "@/lib/destinations/netsuite/hosts";
import {
  isGenuineReceipt,
  isGenuineRequest,
  sealReceipt,
  sealRequest,
} from "@/lib/gateway/ledger/seals/receipt-seal";
import { log } from "@/lib/log";
import { askPolicyInRun } from "@/lib/runtime/questions/ask-policy";
import { type Approvals, prepareApproved, whyNotApproved } from "@/lib/runtime/questions/approve-in-run";
import { readAddress } from "./address";
import type { HttpInput } from "./http-input";
import { requestToApprove } from "./request-to-approve";
import { agentInRun } from "@/lib/runtime/tools/agent-in-run";
import { foreignReceipt } from "@/lib/runtime/tools/foreign-receipt";
import { NOT_KEPT, keepEnd } from "@/lib/runtime/tools/keep-end";
import { type ToolCall, type ToolResult, done, failed, tryAgain } from "@/lib/runtime/tools/tool";
import type { Json } from "@/lib/runtime/values/evaluate";
import { type Answer, answerOf } from "./answer";
import { keyToSendUnder } from "./repeated-request";

const TIMEOUT_MS = 30_000;
const ANSWER_BYTES_MAX = 200_000;

/**
 * Asks the policy, writes the receipt, sends, and completes the receipt. A request whose fate nobody knows is sent again only where
 * twice is like once: by its method, or because its address says so under one Idempotency-Key. Nobody knows the fate of one whose
 * receipt says how it ended without the app's seal.
 */
export async function sendInRun(call: ToolCall, given: HttpInput): Promise<ToolResult> {
  const { gateway, tenantId, step } = call;
  const address = readAddress(given.url);
  if ("refusal" in address) return failed("refused", address.refusal);
  const input = { ...given, url: address.url.href };
  const ready = await prepareApproved<ReadyToSend>(
    call,
    requestToApprove(call, input),
    "send",
    (tx, granted) => prepare(tx, call, input, granted),
  );
  if (ready.kind !== "send") return ready;
  const result = await gateway.sender.send({
    method: input.method,
    url: input.url,
    headers: {
      ...(input.body === undefined ? {} : { "content-type": "application/json" }),
      ...input.headers,
    },
    body: input.body === undefined ? null : JSON.stringify(input.body),
    idempotencyKey: ready.idempotencyKey,
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
    signal: call.signal,
    attemptId: `step ${step.id} attempt ${step.attempt}`,
  });
  const answer = answerOf(result, input.accept ?? [], gateway.clock.now());
  const kept = await keepEnd(answer, { ...NOT_KEPT, status: "failed", output: null }, (end) =>
    inTenant(gateway.database, tenantId, (tx) => writeDown(tx, call, end, result)),
  );
  return resultOf(kept, input);
}

/** The attempt's end. A run that has ended is in the ledger with its receipts: an answer that comes later changes none. */
async function writeDown(
  tx: TenantTransaction,
  { tenantId, run, step }: ToolCall,
  answer: Answer,
  result: SendResult,
): Promise<void> {
  const locked = await lockRun(tx, tenantId, run.id);
  if (!locked || hasRunEnded(locked.status)) {
    log.warn({ tenantId, stepId: step.id, answer: answer.status }, "An answer came after its run had ended");
    return;
  }
  const { idempotencyKey, attempt } = step;
  const response = metadataOf(result);
  const end = { idempotencyKey, attempt, status: answer.status, response, result: answer.output };
  await completeReceipt(tx, tenantId, { ...end, seal: sealReceipt({ tenantId, ...end }) });
}

interface ReadyToSend {
  kind: "send";
  idempotencyKey: string;
}

/** In one transaction: the policy's answer, the write counted, and the receipt, or what an earlier attempt left. */
async function prepare(tx: TenantTransaction, call: ToolCall, input: HttpInput, granted: Approvals) {
  const policy = await askPolicy(tx, call, input);
  if ("kind" in policy) return policy;
  const unapproved = await whyNotApproved(tx, call, policy, granted);
  if (unapproved) return unapproved;
  const { tenantId, run, step } = call;
  const asked = requestOf(input);
  const idempotencyKey = await keyToSendUnder(tx, call, asked);
  if (typeof idempotencyKey !== "string") return idempotencyKey;
  const send = { kind: "send", idempotencyKey } as const;
  const taken = await takePlace(tx, call, input);
  if (taken === "lost") return failed("lease_lost", "The lease was lost.");
  if (taken === "capped")
    return failed("writes_capped", `This run may make ${run.writesMax} writes, and has made that many.`);
  const request = {
    tenantId,
    runId: run.id,
    stepId: step.id,
    idempotencyKey: step.idempotencyKey,
    toolName: step.toolName,
    requestMetadata: { ...asked, policy: policyAnswerIn(policy) },
    reversible: input.undo !== undefined,
    howToReverse: input.undo ?? null,
    attempt: step.attempt,
  };
  const seal = sealRequest(request);
  if (await beginReceipt(tx, request, seal)) return send;
  const receipt = (await findReceipt(tx, tenantId, step.idempotencyKey))!;
  const isOurs = receipt.runId === run.id && receipt.stepId === step.id;
  if (!isOurs || !isGenuineRequest(receipt)) return foreignReceipt();
  const isOpen = receipt.status === "started" || receipt.status === "unknown";
  if (!isOpen && !isGenuineReceipt(tenantId, receipt)) return unknownFate();
  switch (receipt.status) {
    case "succeeded":
      return done(receipt.resultJson as Json);
    case "failed":
      return failed("answered", "It was refused before; see its receipt.");
    case "not_sent":
      await beginReceiptAgain(tx, receipt.id, request, seal);
      return send;
    case "started":
    case "unknown":
      if (!isRepeatable(input)) return unknownFate();
      await beginReceiptAgain(tx, receipt.id, request, seal);
      return send;
  }
}

/** Keeps the run open until the receipt is stored. Every method but GET counts as a write. */
async function takePlace(
  tx: TenantTransaction,
  { tenantId, lease }: ToolCall,
  { method }: HttpInput,
): Promise<"taken" | "capped" | "lost"> {
  if (method !== "GET") return takeWrite(tx, tenantId, lease);
  return (await extendStepLease(tx, tenantId, lease)) ? "taken" : "lost";
}

/** The policy's answer where it permits the call; else how the step failed. */
async function askPolicy(
  tx: TenantTransaction,
  call: ToolCall,
  input: HttpInput,
): Promise<OutgoingAnswer | ToolResult> {
  const found = await agentInRun(tx, call);
  if ("refusal" in found) return found.refusal;
  const { gateway, tenantId } = call;
  const url = new URL(input.url);
  const { hostname: host, pathname: path } = url;
  // Else a request with a token of NetSuite's would be a write past the people.
  if (isNetSuiteHost(url, gateway.netsuite.host))
    return failed(
      "refused",
      "NetSuite is written by proposals alone, which people decide: use netsuite.propose.",
    );
  const { method } = input;
  const asked = { tenantId, agentName: found.agent.name, method, host, port: portOf(url), path };
  const answer = await askPolicyInRun(tx, call, { action: "call", call: asked });
  if (answer.effect === "permit") return answer;
  const words = deniedWords(answer, "does not let this address be called");
  return failed("policy_denied", words, policyAnswerIn(answer));
}

/** The stored part of a request: its address, and the hashes of its content. Headers are left out, because they may hold secrets. */
function requestOf({ method, url, headers = {}, body }: HttpInput): Record<string, unknown> {
  const { origin, pathname } = new URL(url);
  return {
    method,
    url: `${origin}${pathname}`,
    url_hash: canonicalHash(url),
    headers: Object.keys(headers),
    body_hash: body === undefined ? null : canonicalHash(body),
  };
}

const metadataOf = (result: SendResult): Record<string, unknown> => {
  switch (result.kind) {
    case "answered":
      return {
        kind: result.kind,
        status: result.status,
        bytes: result.body.length,
        state: result.bodyState,
        ms: result.ms,
      };
    case "refused":
      return { kind: result.kind, rule: result.rule };
    case "not_sent":
      return { kind: result.kind, stage: result.stage, code: result.code, ms: result.ms };
    case "unknown":
      return { kind: result.kind, reason: result.reason, code: result.code, ms: result.ms };
  }
};

/** GET, PUT and DELETE mean the same twice as once; other methods where the address honours the key. */
const isRepeatable = ({ method, honours_key: honoursKey }: HttpInput): boolean =>
  honoursKey === true || method === "GET" || method === "PUT" || method === "DELETE";

const unknownFate = () =>
  failed(
    "unknown_fate",
    "Nobody can say whether it arrived, so that it is not sent again. Look there, then go on from this run or start a new one.",
  );

function resultOf(answer: Answer, input: HttpInput): ToolResult {
  switch (answer.status) {
    case "succeeded":
      return done(answer.output);
    case "failed":
      return failed(answer.code, answer.message);
    case "not_sent":
      return tryAgain(answer.code, answer.message, answer.retryAfterMs);
    case "unknown":
      return isRepeatable(input) ? tryAgain(answer.code, answer.message) : unknownFate();
  }
}
