import { inTenantPrepared } from "@/db/client";
import {
  type LeasedStep,
  type Settlement,
  type StepLease,
  extendStepLease,
} from "@/db/queries/workflows/steps";
import type { PolicyAnswer } from "@/lib/core/access/policy";
import { AppError } from "@/lib/core/errors";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { type RunStatus, type StepStatus, stepDelayMs } from "@/lib/core/run/run";
import { whyNotStorable } from "@/lib/core/values/storable";
import { isoOf } from "@/lib/core/values/time";
import { afterCommit, afterSmallCommit } from "@/lib/gateway/after-commit";
import type { Gateway } from "@/lib/gateway/context";
import { describeError, log } from "@/lib/log";
import { secondsOf } from "@/lib/runtime/definitions/definition";
import { CALL_TOOL, WAIT_TOOL, planSteps } from "@/lib/runtime/runs/plan-steps";
import { toolOf } from "@/lib/runtime/tools/registry";
import { type ToolResult, failed, tryAgain } from "@/lib/runtime/tools/tool";
import { waitInRun } from "@/lib/runtime/tools/wait";
import { callInRun } from "@/lib/runtime/tools/workflow-call";
import {
  type Json,
  type Names,
  ValueError,
  evaluateParts,
  evaluateText,
} from "@/lib/runtime/values/evaluate";
import { type LoadedStep, RefusedStep, loadStep, namesFor } from "./load-step";
import { secretsFor } from "./secrets";
import { withSeals } from "./step-seals";
import { type Carrier, carryAlone } from "./carrier";

export const LEASE_SECONDS = 30;
const HEARTBEAT_MS = 10_000;
const TIMEOUT_SECONDS = 300;
/** Of one step's result, as JSON. */
const OUTPUT_CHARACTERS_MAX = 256_000;

/** Of an error's message. A run's end is an event that quotes it, and events have a greatest length. */
const ERROR_CHARACTERS_MAX = 1_000;

/** An address may ask for a longer wait than the step's own, up to this one. */
const RETRY_AFTER_MS_MAX = 600_000;

export interface WorkerTools {
  owner: string;
  gateway: Gateway;
  leaseSeconds?: number;
  /** Absent: it goes alone. */
  carrier?: Carrier;
}

/**
 * Runs one leased step and settles it. Never throws: whatever goes wrong is a failure of the step, or is left to the rescue where
 * the database cannot be reached. Returns the run's status; null: the lease was lost, or nothing was settled.
 */
export async function runStep(leased: LeasedStep, tools: WorkerTools): Promise<RunStatus | null> {
  const { owner, gateway, carrier = carryAlone(gateway.database, owner) } = tools;
  const { tenantId, id, attempt } = leased;
  const lease: StepLease = { id, owner, attempt };
  const lost = new AbortController();
  const heartbeat = keepLease(leased, lease, tools, lost);
  try {
    const { to, said, run } = await settlementOf(leased, { lease, gateway, carrier }, lost.signal);
    const status = await carrier.settle({ tenant: tenantId, run, step: id, attempt, to, said });
    if (status === null)
      log.warn({ tenantId, stepId: id, attempt }, "A step's lease was lost before it was settled");
    else if (status === "running") afterSmallCommit(gateway, tenantId);
    else afterCommit(gateway, tenantId);
    return status;
  } catch (error) {
    log.error({ tenantId, stepId: id, attempt, error: describeError(error) }, "A step could not be settled");
    return null;
  } finally {
    clearInterval(heartbeat);
  }
}

/** By the clock, not by progress: quiet work is not dead work. */
function keepLease(
  { tenantId }: LeasedStep,
  lease: StepLease,
  { gateway, leaseSeconds = LEASE_SECONDS }: WorkerTools,
  lost: AbortController,
) {
  const beat = () =>
    inTenantPrepared(gateway.database, tenantId, (tx) =>
      extendStepLease(tx, tenantId, lease, leaseSeconds),
    ).then(
      (held) => {
        if (!held) lost.abort(new Error("the lease was lost"));
      },
      // The next beat tries again; without any the lease runs out.
      () => {},
    );
  return setInterval(() => void beat(), Math.min(HEARTBEAT_MS, (leaseSeconds * 1_000) / 3));
}

interface Settled {
  to: StepStatus;
  said: Settlement;
}

async function settlementOf(
  leased: LeasedStep,
  { lease, gateway, carrier }: { lease: StepLease; gateway: Gateway; carrier: Carrier },
  lost: AbortSignal,
): Promise<Settled & { run: number | null }> {
  const loaded = await loadStep(leased, gateway, carrier.load).catch((error: unknown) => {
    if (error instanceof RefusedStep) return error;
    throw error;
  });
  if (!loaded) return { to: "ready", said: {}, run: null };
  if (loaded instanceof RefusedStep)
    return { to: "failed_terminal", said: { error: loaded.reason }, run: null };
  const { to, said } = await settlementOfLoaded(loaded, lease, gateway, lost);
  return { to, said: withSeals(loaded, to, said), run: runToSettleWith(loaded, to) };
}

/** Null: it is settled alone, since it may change rows of another run, which two groups would come to in opposite orders. */
const runToSettleWith = ({ run }: LoadedStep, to: StepStatus): number | null =>
  to === "succeeded" && run.parentStepId === null ? run.id : null;

async function settlementOfLoaded(
  loaded: LoadedStep,
  lease: StepLease,
  gateway: Gateway,
  lost: AbortSignal,
): Promise<Settled> {
  const { step } = loaded;
  if (step.failures >= step.attemptsMax)
    return failureOf(loaded, gateway, failed("lease_lost", "Its worker went away too often."));
  try {
    const names = await namesFor(loaded, gateway);
    if (step.kind === "list") return listed(loaded, names);
    if (loaded.definition.if !== undefined && evaluateText(loaded.definition.if, names) !== true)
      return { to: "succeeded", said: { skipped: true, repeatable: true } };
    const input = await inputOf(loaded, names, gateway);
    const result = await runTool(lease, { ...loaded, input }, gateway, lost);
    return settledBy(result, loaded, hashesOf(loaded, input), gateway);
  } catch (error) {
    if (error instanceof RefusedStep) return { to: "failed_terminal", said: { error: error.reason } };
    return failureOf(loaded, gateway, resultOfError(error));
  }
}

async function inputOf(
  { step, run, workflow, definition }: LoadedStep,
  names: Names,
  gateway: Gateway,
): Promise<Json> {
  if (definition.wait !== undefined) return evaluateText(definition.wait, names);
  const given = (definition.with ?? {}) as Record<string, Json>;
  const secretParts = toolOf(step.toolName)?.secretsIn ?? [];
  const text = JSON.stringify(secretParts.map((part) => given[part]));
  const of = { tenantId: step.tenantId, workflowId: run.workflowId };
  const secrets = await secretsFor(text, of, workflow.secrets ?? [], gateway);
  return evaluateParts(given, (part) => (secretParts.includes(part) ? { ...names, secrets } : names));
}

/** The elements of a `for` become steps of their own. */
function listed({ step: { stepId }, definition }: LoadedStep, names: Names): Settled {
  const items = evaluateText(definition.for!, names);
  if (!Array.isArray(items)) throw new ValueError(`\`for\` of ${stepId} gives no list.`);
  if (items.length > definition.max!)
    throw new ValueError(
      `\`for\` of ${stepId} gives ${items.length} elements; its \`max\` is ${definition.max}.`,
    );
  return { to: "succeeded", said: { items, output: { count: items.length }, repeatable: true } };
}

async function runTool(
  lease: StepLease,
  { step, run, definition, input }: LoadedStep & { input: Json },
  gateway: Gateway,
  lost: AbortSignal,
): Promise<ToolResult> {
  const why = whyNotStorable(input);
  if (why) return failed("invalid_input", `A part of its \`with\` ${why}.`);
  const seconds = definition.timeout === undefined ? TIMEOUT_SECONDS : secondsOf(definition.timeout);
  const timeout = AbortSignal.timeout(seconds * 1_000);
  const signal = AbortSignal.any([timeout, lost]);
  const call = { gateway, tenantId: step.tenantId, run, step, lease, definition, input, signal };
  if (step.toolName === WAIT_TOOL) return waitInRun(call);
  if (step.toolName === CALL_TOOL) return callInRun(call);
  const tool = toolOf(step.toolName);
  if (!tool) return failed("unknown_tool", `This release has no tool ${step.toolName}.`);
  const fits = tool.input.safeParse(input);
  if (!fits.success) {
    const { path, message } = fits.error.issues[0]!;
    return failed(
      "invalid_input",
      `${path.join(".") || "with"}: ${message.replace(/^Invalid input: /, "")}.`,
    );
  }
  const over = new Promise<ToolResult>((resolve) => {
    signal.addEventListener("abort", () => resolve(tryAgain("timeout", `It took longer than ${seconds} s.`)));
  });
  return Promise.race([tool.run(call), over]);
}

function settledBy(
  result: ToolResult,
  loaded: LoadedStep,
  inputHashes: Record<string, string>,
  gateway: Gateway,
): Settled {
  const inputs = { input_hashes: inputHashes };
  switch (result.kind) {
    case "done": {
      const why = whyNotStorable(result.output);
      if (why) return failureOf(loaded, gateway, failed("output_not_storable", `Its result ${why}.`));
      const length = JSON.stringify(result.output).length;
      if (length > OUTPUT_CHARACTERS_MAX) {
        const message = `Its result has ${length} characters; ${OUTPUT_CHARACTERS_MAX} are the most.`;
        return failureOf(loaded, gateway, failed("output_too_large", message));
      }
      return {
        to: "succeeded",
        said: {
          ...inputs,
          output: result.output,
          output_hash: canonicalHash(result.output),
          repeatable: isRepeatable(loaded.step.toolName),
        },
      };
    }
    case "waits_for_action":
      return { to: "waiting_approval", said: { ...inputs, action_id: result.actionId } };
    case "waits_for_run":
      return { to: "waiting_input", said: inputs };
    case "waits_until":
      if (Date.parse(result.at) > Date.parse(loaded.run.deadlineAt)) {
        const message = `It would wait until ${result.at}, and the run may last until ${isoOf(loaded.run.deadlineAt)}.`;
        return failureOf(loaded, gateway, failed("after_deadline", message), inputs);
      }
      return { to: "ready", said: { ...inputs, until: result.at, output: { until: result.at } } };
    case "postponed": {
      const until = new Date(gateway.clock.now().getTime() + result.lookAgainMs).toISOString();
      return { to: "ready", said: { ...inputs, until, error: result.error } };
    }
    case "failed":
      return failureOf(loaded, gateway, result, inputs);
  }
}

/** It changed nothing outside and cost nothing: done again, it does no harm. */
function isRepeatable(toolName: string): boolean {
  const effect = toolOf(toolName)?.effect;
  return effect === "none" || effect === "read";
}

/** By name: what went in, without what it was. A part that may hold secrets as its text has it, without them. */
function hashesOf({ step, definition }: LoadedStep, input: Json): Record<string, string> {
  if (definition.wait !== undefined) return { wait: canonicalHash(input) };
  const secretParts = toolOf(step.toolName)?.secretsIn ?? [];
  const part = (name: string, value: Json) => (secretParts.includes(name) ? definition.with![name] : value);
  return Object.fromEntries(
    Object.entries(input as Record<string, Json>).map(([name, value]) => [
      name,
      canonicalHash(part(name, value)),
    ]),
  );
}

/** A message may quote a value of somebody else, of any length and with characters that Postgres refuses. */
function keptMessage(message: string): string {
  const text = message.replaceAll("\u0000", "").toWellFormed();
  if (text.length <= ERROR_CHARACTERS_MAX) return text;
  return `${text.slice(0, ERROR_CHARACTERS_MAX - 1).toWellFormed()}…`;
}

/** Tried again later where that makes sense, unless the run's deadline comes first: then it fails now, and on_error follows. */
function failureOf(
  { step: { failures, attemptsMax }, run, workflow }: LoadedStep,
  { random, clock }: Gateway,
  result: ToolResult,
  said: Settlement = {},
): Settled {
  if (result.kind !== "failed") throw new Error("only a failure fails a step");
  const { isRetryable, retryAfterMs = 0 } = result;
  const error = { ...result.error, message: keptMessage(result.error.message) };
  const ownDelayMs = isRetryable ? stepDelayMs(failures + 1, attemptsMax, random()) : null;
  const delayMs = Math.max(ownDelayMs ?? 0, Math.min(retryAfterMs, RETRY_AFTER_MS_MAX));
  if (ownDelayMs !== null && clock.now().getTime() + delayMs < Date.parse(run.deadlineAt))
    return { to: "failed_retryable", said: { ...said, error, delay_ms: delayMs } };
  return { to: "failed_terminal", said: { ...said, error, on_error: planSteps(workflow, "on_error") } };
}

/** A value that cannot be worked out stays so, and so does input that is refused; everything else may pass. */
function resultOfError(error: unknown): ToolResult {
  if (error instanceof ValueError) return failed("value", error.message);
  if (error instanceof AppError) {
    const passes = error.status === 429 || error.status >= 500;
    const policy = error.members["policy"] as Omit<PolicyAnswer, "effect"> | undefined;
    if (!passes) return failed(error.code, withIssue(error), policy && { effect: "deny", ...policy });
    const seconds = error.retryAfterSeconds;
    return tryAgain(error.code, error.publicMessage, seconds === null ? undefined : seconds * 1_000);
  }
  log.warn({ error: describeError(error) }, "A step's tool threw");
  return tryAgain("unexpected", "Something went wrong on our side; the log says what.");
}

function withIssue({ publicMessage, issues }: AppError): string {
  const [first] = issues;
  return first ? `${publicMessage} (${first.path} ${first.message})` : publicMessage;
}
