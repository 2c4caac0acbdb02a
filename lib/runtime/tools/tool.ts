import type { z } from "zod";
import type { HeldStep, RunOfStep, StepLease } from "@/db/queries/workflows/steps";
import type { StepError } from "@/db/schema/runs";
import type { PolicyAnswer } from "@/lib/core/access/policy";
import type { Gateway } from "@/lib/gateway/context";
import type { StepDefinition, WorkflowDefinition } from "@/lib/runtime/definitions/definition";
import type { Finding, Path } from "@/lib/runtime/definitions/problem";
import type { Json } from "@/lib/runtime/values/evaluate";

/** The form of a tool: all that a workflow may know of it, and what it does, in one file per tool. */

/** A CEL type, or the fields of an object by their types. */
export type ValueType = string | { [field: string]: ValueType };

export interface WorkflowTool {
  /** `netsuite.propose` */
  name: string;
  /** `Propose a write to NetSuite` */
  title: string;
  /** `write`: counts against `limits.writes`. `cost`: changes nothing outside and is paid for. */
  effect: "none" | "read" | "write" | "cost";
  /** A person decides before it happens, always or where the policy or the step's text says so: for how long they may be asked, in seconds. */
  approval?: { secondsMin: number; secondsMax: number };
  /** The form of a step's `with`. */
  input: z.ZodObject;
  output: ValueType;
  /** The parts of `with` in which secrets may stand: they are sent, and kept nowhere. */
  secretsIn?: readonly string[];
  /** Checks that no schema can express, for the parts of `with` without expressions. Paths begin in `with`. */
  check?(input: Readonly<Record<string, unknown>>, isKnown: (path: Path) => boolean): Finding[];
  /** How long a step of it may wait for people, in seconds. Null: an expression says it. */
  patience?(input: Readonly<Record<string, unknown>>): number | null;
  /**
   * Does it, once or again: a lost lease may have done it before, under the same idempotency key. `input` has passed the schema.
   * An error that it throws is tried again, but for AppErrors of the 4xx, which say what is wrong.
   */
  run(call: ToolCall): Promise<ToolResult>;
}

export interface ToolCall {
  gateway: Gateway;
  tenantId: number;
  run: RunOfStep;
  step: HeldStep;
  lease: StepLease;
  /** The time by the database's clock, in milliseconds since 1970. */
  now(): number;
  definition: StepDefinition;
  workflow: WorkflowDefinition;
  /** The value of `with`, with every expression evaluated. */
  input: Json;
  /** `input` for people's eyes, with a placeholder in each secret's place. Null: its secrets leave no such form. */
  shown(): Readonly<Record<string, Json>> | null;
  /** Aborted when the step's time is over, or its lease lost. */
  signal: AbortSignal;
}

export type ToolResult =
  | { kind: "done"; output: Json }
  /** Waits until the proposed write has ended. */
  | { kind: "waits_for_action"; actionId: number }
  /** Waits until the question has ended. */
  | { kind: "waits_for_answer" }
  /** Waits until the called run has ended. */
  | { kind: "waits_for_run" }
  | { kind: "waits_until"; at: string }
  /** A kill switch or a cap of the day forbids it now: nothing was sent, and the step looks again without having failed. */
  | { kind: "postponed"; error: StepError; lookAgainMs: number }
  | { kind: "failed"; error: StepError; isRetryable: boolean; retryAfterMs?: number };

export const done = (output: Json): ToolResult => ({ kind: "done", output });
export const failed = (code: string, message: string, policy?: PolicyAnswer): ToolResult => ({
  kind: "failed",
  error: { code, message, ...(policy && { policy }) },
  isRetryable: false,
});
export const postponed = (code: string, message: string, lookAgainMs: number): ToolResult => ({
  kind: "postponed",
  error: { code, message },
  lookAgainMs,
});
export const tryAgain = (code: string, message: string, retryAfterMs?: number): ToolResult => ({
  kind: "failed",
  error: { code, message },
  isRetryable: true,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

export const defineTool = <Tool extends WorkflowTool>(tool: Tool): Tool => tool;
