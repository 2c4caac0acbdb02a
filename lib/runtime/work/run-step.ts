import { inTenantPrepared } from "@/db/client";
import { type LeasedStep, type StepLease, extendStepLease } from "@/db/queries/workflows/steps";
import { LEASE_SECONDS, type RunStatus, type StepStatus, stepDelayMs } from "@/lib/core/run/run";
import { whyNotStorable } from "@/lib/core/values/storable";
import { afterCommit, afterSmallCommit } from "@/lib/gateway/after-commit";
import type { Gateway } from "@/lib/gateway/context";
import { describeError, log } from "@/lib/log";
import { traced } from "@/lib/tracing/traced";
import { secondsOf } from "@/lib/runtime/definitions/definition";
import { CALL_TOOL, WAIT_TOOL } from "@/lib/runtime/runs/plan-steps";
import { toolOf } from "@/lib/runtime/tools/registry";
import { type ToolCall, type ToolResult, failed, tryAgain } from "@/lib/runtime/tools/tool";
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
import { withoutSecrets } from "./shown-input";
import { withSeals } from "./step-seals";
import { type Settle, settleAlone } from "./carrier";
import { startTimeLimit } from "./time-limit";
import { type Settled, failureOf, hashesOf, resultOfError, settledBy } from "./settlement";

const HEARTBEAT_MS = 10_000;
const TIMEOUT_SECONDS = 300;
export interface WorkerTools {
  owner: string;
  gateway: Gateway;
  leaseSeconds?: number;
  /** Absent: it goes alone. */
  settle?: Settle;
}

/**
 * Runs one leased step and settles it. Never throws: whatever goes wrong is a failure of the step, or is left to the rescue where
 * the database cannot be reached. Returns the run's status; null: the lease was lost, or nothing was settled.
 */
export async function runStep(leased: LeasedStep, tools: WorkerTools): Promise<RunStatus | null> {
  const { owner, gateway, leaseSeconds, settle = settleAlone(gateway.database, owner) } = tools;
  const { tenantId, id, attempt } = leased;
  const lease: StepLease = { id, owner, attempt, seconds: leaseSeconds ?? LEASE_SECONDS };
  const lost = new AbortController();
  const heartbeat = keepLease(leased, lease, tools, lost);
  try {
    const { to, said, run } = await inTrace(leased, () =>
      settlementOf(leased, { lease, gateway }, lost.signal),
    );
    const status = await settle({ tenant: tenantId, run, step: id, attempt, to, said });
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

/** Each attempt of a step is a trace of its own; what it proposes goes on in it. */
const inTrace = <T extends Settled>(
  { tenantId, id, attempt }: LeasedStep,
  work: () => Promise<T>,
): Promise<T> =>
  traced(
    "step",
    {
      kind: "consumer",
      attributes: {
        "countersign.tenant.id": tenantId,
        "countersign.step.id": id,
        "countersign.step.attempt": attempt,
      },
    },
    async (describe) => {
      const settled = await work();
      describe({ "countersign.step.status": settled.to });
      return settled;
    },
  );

/** Extends the lease by the clock and not by progress, because quiet work is not dead work. */
function keepLease(
  { tenantId }: LeasedStep,
  lease: StepLease,
  { gateway }: WorkerTools,
  lost: AbortController,
) {
  const beat = () =>
    inTenantPrepared(gateway.database, tenantId, (tx) => extendStepLease(tx, tenantId, lease)).then(
      (held) => {
        if (!held) lost.abort(new Error("the lease was lost"));
      },
      // The next beat tries again; without any the lease runs out.
      () => {},
    );
  return setInterval(() => void beat(), Math.min(HEARTBEAT_MS, (lease.seconds * 1_000) / 3));
}

async function settlementOf(
  leased: LeasedStep,
  { lease, gateway }: { lease: StepLease; gateway: Gateway },
  lost: AbortSignal,
): Promise<Settled & { run: number | null }> {
  const loaded = await loadStep(leased, gateway).catch((error: unknown) => {
    if (error instanceof RefusedStep) return error;
    return unloadable(leased, error, gateway);
  });
  if (!loaded) return { to: "ready", said: {}, run: null };
  if (loaded instanceof RefusedStep)
    return { to: "failed_terminal", said: { error: loaded.reason }, run: null };
  if ("to" in loaded) return loaded;
  const { to, said } = await settlementOfLoaded(loaded, lease, gateway, lost);
  return { to, said: withSeals(loaded, to, said), run: runToSettleWith(loaded, to) };
}

/** It is tried again, until the database has counted as many failures as it may have: that ends it. */
function unloadable({ id, tenantId, attempt }: LeasedStep, error: unknown, { random }: Gateway) {
  log.error({ tenantId, stepId: id, attempt, error: describeError(error) }, "A step could not be loaded");
  const message = "This step could not be loaded; the log says why.";
  const delay = stepDelayMs(attempt, Number.POSITIVE_INFINITY, random())!;
  const said = { error: { code: "unloadable", message }, delay_ms: delay };
  return { to: "failed_retryable" as const, said, run: null };
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
    if (!isToBeDone(loaded, names)) return { to: "succeeded", said: { skipped: true, repeatable: true } };
    const { input, shown } = await inputOf(loaded, names, gateway);
    const result = await runTool(lease, { ...loaded, input, shown }, gateway, lost);
    return settledBy(result, loaded, hashesOf(loaded, input), gateway);
  } catch (error) {
    if (error instanceof RefusedStep) return { to: "failed_terminal", said: { error: error.reason } };
    return failureOf(loaded, gateway, resultOfError(error));
  }
}

/** A step may be the gate before others: what is neither true nor false, such as the text "true", must not let a run past it. */
function isToBeDone({ step: { stepId }, definition }: LoadedStep, names: Names): boolean {
  if (definition.if === undefined) return true;
  const holds = evaluateText(definition.if, names);
  if (typeof holds === "boolean") return holds;
  throw new ValueError(`\`if\` of ${stepId} gives neither true nor false.`);
}

async function inputOf(
  { step, run, workflow, definition }: LoadedStep,
  names: Names,
  gateway: Gateway,
): Promise<Pick<ToolCall, "input" | "shown">> {
  if (definition.wait !== undefined)
    return { input: evaluateText(definition.wait, names), shown: () => null };
  const given = (definition.with ?? {}) as Record<string, Json>;
  const secretParts = toolOf(step.toolName)?.secretsIn ?? [];
  const text = JSON.stringify(secretParts.map((part) => given[part]));
  const of = { tenantId: step.tenantId, workflowId: run.workflowId };
  const secrets = await secretsFor(text, of, workflow.secrets ?? [], gateway);
  const evaluate = (parts: Record<string, Json>, values: Record<string, string>) =>
    evaluateParts(parts, (part) => (secretParts.includes(part) ? { ...names, secrets: values } : names));
  const input = evaluate(
    given,
    Object.fromEntries(Object.entries(secrets).map(([name, { value }]) => [name, value])),
  );
  const secretOf = (parts: Record<string, Json>) =>
    Object.fromEntries(Object.entries(parts).filter(([part]) => secretParts.includes(part)));
  const shown = () => {
    const parts = withoutSecrets(secretOf(input), secrets, (values) => evaluate(secretOf(given), values));
    return parts && { ...input, ...parts };
  };
  return { input, shown };
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
  { step, run, now, workflow, definition, input, shown }: LoadedStep & Pick<ToolCall, "input" | "shown">,
  gateway: Gateway,
  lost: AbortSignal,
): Promise<ToolResult> {
  const why = whyNotStorable(input);
  if (why) return failed("invalid_input", `A part of its \`with\` ${why}.`);
  const seconds = definition.timeout === undefined ? TIMEOUT_SECONDS : secondsOf(definition.timeout);
  const limit = startTimeLimit(seconds * 1_000, lost);
  const call = {
    gateway,
    tenantId: step.tenantId,
    run,
    step,
    lease,
    now,
    workflow,
    definition,
    input,
    shown,
    signal: limit.signal,
  };
  const over = new Promise<ToolResult>((resolve) => {
    limit.signal.addEventListener("abort", () =>
      resolve(tryAgain("timeout", `It took longer than ${seconds} s.`)),
    );
  });
  return Promise.race([callTool(call), over]).finally(limit.cancel);
}

async function callTool(call: ToolCall): Promise<ToolResult> {
  const { step, input } = call;
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
  return tool.run(call);
}
