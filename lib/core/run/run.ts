/** This room holds the rules of runs of workflows: statuses of a run and of its steps, and when a step is tried again. */

import type { Role } from "@/lib/core/access/principal";
import type { Transitions } from "@/lib/core/transitions";

/**
 * The life of a run: one workflow's version, followed for one trigger.
 *
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> queued
 *   queued --> running: a worker has a step of it
 *   queued --> paused: a person
 *   queued --> failed_terminal: its deadline is over
 *   queued --> cancelled: a person
 *   paused --> queued: resumed before any step began
 *   open --> open: its open steps come to another status, or a person pauses or resumes it
 *   open --> succeeded: every step succeeded
 *   open --> failed_terminal: a step failed for good, or its deadline is over
 *   open --> cancelled: a person
 *   state open {
 *     running: a worker has a step of it, or one is due
 *     waiting_approval: people decide about all that is left
 *     waiting_input: somebody outside answers, or another run ends
 *     paused: a person
 *     failed_retryable: all that is left is tried again later
 *   }
 * ```
 *
 * An arrow from `open` to itself leads from each of its statuses to every other.
 */
export const RUN_STATUSES = [
  "queued",
  "running",
  "waiting_approval",
  "waiting_input",
  "paused",
  "failed_retryable",
  "succeeded",
  "failed_terminal",
  "cancelled",
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

const ends: readonly RunStatus[] = ["succeeded", "failed_terminal", "cancelled"];
const open = ["running", "waiting_approval", "waiting_input", "paused", "failed_retryable"] as const;
/** From one open status to any other, and to every end. */
const fromOpen = (status: RunStatus) => [...open.filter((other) => other !== status), ...ends];

export const RUN_TRANSITIONS: Transitions<RunStatus> = {
  queued: ["running", "paused", "failed_terminal", "cancelled"],
  running: fromOpen("running"),
  waiting_approval: fromOpen("waiting_approval"),
  waiting_input: fromOpen("waiting_input"),
  paused: ["queued", ...fromOpen("paused")],
  failed_retryable: fromOpen("failed_retryable"),
  succeeded: [],
  failed_terminal: [],
  cancelled: [],
};
export const hasRunEnded = (status: RunStatus): boolean => ends.includes(status);

/**
 * The life of a step. A lost lease puts it back to `ready`, and so does a wait that is over.
 *
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> ready
 *   ready --> running: leased
 *   running --> succeeded
 *   running --> ready: it waits for a time, or its lease was lost
 *   running --> waiting_approval: its write was proposed
 *   running --> waiting_input: it called another workflow, or asked people
 *   running --> cancelled: its run was stopped meanwhile
 *   waiting_approval --> ready: the write has ended
 *   waiting_approval --> failed_terminal
 *   waiting_approval --> cancelled
 *   waiting_input --> ready: the other run, or the question, has ended
 *   waiting_input --> failed_terminal
 *   waiting_input --> cancelled
 *   running --> failed_retryable
 *   failed_retryable --> ready: its time has come
 *   failed_retryable --> cancelled
 *   running --> failed_terminal
 *   ready --> cancelled
 * ```
 */
export const STEP_STATUSES = [
  "ready",
  "running",
  "waiting_approval",
  "waiting_input",
  "failed_retryable",
  "succeeded",
  "failed_terminal",
  "cancelled",
] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

const AFTER_AN_ATTEMPT = [
  "ready",
  "waiting_approval",
  "waiting_input",
  "failed_retryable",
  "succeeded",
  "failed_terminal",
  "cancelled",
] as const satisfies readonly StepStatus[];

export const STEP_TRANSITIONS: Transitions<StepStatus> = {
  ready: ["running", "cancelled"],
  running: AFTER_AN_ATTEMPT,
  waiting_approval: ["ready", "failed_terminal", "cancelled"],
  waiting_input: ["ready", "failed_terminal", "cancelled"],
  failed_retryable: ["ready", "cancelled"],
  succeeded: [],
  failed_terminal: [],
  cancelled: [],
};

/** How an attempt ended: the status that its step went on with, or that its worker went away. */
export const ATTEMPT_OUTCOMES = [...AFTER_AN_ATTEMPT, "lease_lost"] as const;

/** `list`: makes an `item` for each element of a `for`, and is done with that. */
export const STEP_KINDS = ["single", "list", "item"] as const;

export const TRIGGER_TYPES = ["api", "schedule", "webhook", "event", "rerun", "call"] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

export const STEP_ATTEMPTS = 5;
const delaysMs = [5_000, 30_000, 120_000, 600_000] as const;
const jitterShare = 0.2;

/**
 * Milliseconds until the next try after `attempt` failed ones: 5 s, 30 s, 2 min, 10 min, and 10 min from then on, each with up to a
 * fifth more. Null: `attemptsMax` is reached. `random` in [0, 1).
 */
export function stepDelayMs(attempt: number, attemptsMax: number, random: number): number | null {
  if (attempt >= attemptsMax) return null;
  const base = delaysMs[Math.min(Math.max(attempt, 1), delaysMs.length) - 1]!;
  return Math.round(base * (1 + jitterShare * random));
}

/** `started`: something may have left. `not_sent`: surely nothing was done. `unknown`: nobody can say whether it arrived. */
export const STEP_RECEIPT_STATUSES = ["started", "not_sent", "unknown", "succeeded", "failed"] as const;
export type StepReceiptStatus = (typeof STEP_RECEIPT_STATUSES)[number];

/** The number of workers of a whole installation, and the steps that each does at once. */
export const WORKERS = { number: 4, stepsAtOnce: 8 } as const;
/** The most of them that one company may have: where the addresses that it asks do not answer, the others' runs still go on. */
export const COMPANY_STEPS_MAX = 24;

/** Delays in seconds, by the number of failures, before a step whose worker died is tried again. They begin when the lease has run out. */
export const RESCUE_DELAYS_SECONDS: readonly number[] = [0, 5, 30, 120, 600];

/** For so long a worker holds a step without a sign of life. */
export const LEASE_SECONDS = 30;

/** The roles that begin and steer runs. */
export const mayStart = (role: Role): boolean => role !== "viewer";

/** Characters of a text that runs are searched for. */
export const RUN_SEARCH_MAX = 100;
