import type { Settlement } from "@/db/queries/workflows/turns";
import type { PolicyAnswer } from "@/lib/core/access/policy";
import { AppError } from "@/lib/core/errors";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { type StepStatus, stepDelayMs } from "@/lib/core/run/run";
import { whyNotStorable } from "@/lib/core/values/storable";
import { isoOf } from "@/lib/core/values/time";
import type { Gateway } from "@/lib/gateway/context";
import { describeError, log } from "@/lib/log";
import { planSteps } from "@/lib/runtime/runs/plan-steps";
import { toolOf } from "@/lib/runtime/tools/registry";
import { type ToolResult, failed, tryAgain } from "@/lib/runtime/tools/tool";
import { type Json, ValueError } from "@/lib/runtime/values/evaluate";
import type { LoadedStep } from "./load-step";

/** How a step is settled, by what its tool gave or by what went wrong. */

/** The longest result of one step, as JSON. */
const OUTPUT_CHARACTERS_MAX = 256_000;

/** The longest error message. The event of a run's end quotes it, and events have a length limit. */
const ERROR_CHARACTERS_MAX = 1_000;

/** An address may ask for a longer wait than the step's own, up to this one. */
const RETRY_AFTER_MS_MAX = 600_000;

/** A step's next status, and what is said of it. */
export interface Settled {
  to: StepStatus;
  said: Settlement;
}

export function settledBy(
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
    case "waits_for_answer":
      return { to: "waiting_input", said: inputs };
    case "waits_until":
      if (Date.parse(result.at) > Date.parse(loaded.run.deadlineAt)) {
        const message = `It would wait until ${result.at}, and the run may last until ${isoOf(loaded.run.deadlineAt)}.`;
        return failureOf(loaded, gateway, failed("after_deadline", message), inputs);
      }
      return { to: "ready", said: { ...inputs, until: result.at, output: { until: result.at } } };
    case "postponed": {
      const until = new Date(loaded.now() + result.lookAgainMs).toISOString();
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

/** Hashes of a step's input by name, without the values. A part that may hold secrets is hashed as the text has it, without them. */
export function hashesOf({ step, definition }: LoadedStep, input: Json): Record<string, string> {
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
export function failureOf(
  { step: { failures, attemptsMax }, run, workflow, now }: LoadedStep,
  { random }: Gateway,
  result: ToolResult,
  said: Settlement = {},
): Settled {
  if (result.kind !== "failed") throw new Error("only a failure fails a step");
  const { isRetryable, retryAfterMs = 0 } = result;
  const error = { ...result.error, message: keptMessage(result.error.message) };
  const ownDelayMs = isRetryable ? stepDelayMs(failures + 1, attemptsMax, random()) : null;
  const delayMs = Math.max(ownDelayMs ?? 0, Math.min(retryAfterMs, RETRY_AFTER_MS_MAX));
  if (ownDelayMs !== null && now() + delayMs < Date.parse(run.deadlineAt))
    return { to: "failed_retryable", said: { ...said, error, delay_ms: delayMs } };
  return { to: "failed_terminal", said: { ...said, error, on_error: planSteps(workflow, "on_error") } };
}

/** A value that cannot be worked out stays so, and so does input that is refused; everything else may pass. */
export function resultOfError(error: unknown): ToolResult {
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
