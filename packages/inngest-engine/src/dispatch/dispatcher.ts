import { type Answer, engineError } from "./answer";
import type { Backoff } from "./backoff";
import type { App } from "../app/app-call";
import { callsInFlightMax, faultPauseMs, pollMs } from "../limits";
import { type Log, messageOf } from "../log";
import type { Probe } from "../probe";
import { createParking } from "./parking";
import { createPlaces } from "./places";
import { recordCall } from "./call-record";
import { settle } from "./settlement";
import { createSettler } from "./settler";
import { timeUp } from "./time-up";
import { callFunction } from "../app/step-call";
import { type Db, isRefusedByStore } from "../store/connection";
import { type Job, claimJobs, listFinishedSteps } from "../store/jobs";
import type { NewRun } from "../store/runs";
import type { Settled } from "../store/settle";
import type { Sync } from "../app/sync";
import type { Wake } from "../wake";

interface Options {
  db: Db;
  app: App;
  sync: Pick<Sync, "doubt" | "refresh">;
  wake: Wake;
  epoch: number;
  backoff: Backoff;
  /** Whether the app may report steps while a call goes on. */
  checkpointing: boolean;
  now: () => number;
  log: Log;
  probe: Probe;
  /** Aborts calls: leadership is lost, or the grace of a stop has passed. */
  signal: AbortSignal;
}

/** Of a run whose first job is about to be stored. */
type StartingJob = Pick<NewRun, "limitKeys" | "limits">;

interface Performing extends Options {
  write: ReturnType<typeof createSettler>;
}

export type Dispatcher = ReturnType<typeof createDispatcher>;

/** Holds the calls in flight of one leader: takes jobs, calls the app, settles what it answered. */
export function createDispatcher(engineOptions: Options) {
  const options: Performing = { ...engineOptions, write: createSettler(engineOptions) };
  const calls = new Map<string, Promise<void>>();
  const parking = createParking(options);
  const places = createPlaces();
  /** Limits in which jobs were queued that no look at the queue has met yet. */
  const queuedKeys = new Set<string>();
  let isClaiming = false;
  /** Until a look at the queue has found its end, whoever comes queues up. */
  let isBehind = true;
  let isClosing = false;
  const freePlaces = (): number => callsInFlightMax - calls.size - places.reservedCount();
  const start = (job: Job): void => {
    const leave = places.take(job);
    const call = perform(options, job).finally(() => {
      calls.delete(job.id);
      leave();
      parking.freed(job.limitKeys);
      options.wake.signal();
    });
    calls.set(job.id, call);
  };
  /** One behind a full limit, and one whose limit has others that no look has met yet, queues up. */
  const hasRoomNow = (run: StartingJob): boolean =>
    !isClaiming && places.hasRoom(run) && !run.limitKeys.some((key) => queuedKeys.has(key));
  const claimDue = async (limit: number): Promise<number> => {
    const { epoch, db } = options;
    const inFlight = [...calls.keys()];
    const reserved = places.reservedKeys();
    const met = [...queuedKeys];
    queuedKeys.clear();
    isClaiming = true;
    let isEndFound = false;
    try {
      const { jobs, parkedOn } = await parking.claim(limit, ({ freed, window }) =>
        claimJobs(db, { epoch, now: new Date(options.now()), limit, window, freed, inFlight, reserved }),
      );
      if (jobs.length > 0) await options.probe("jobs_claimed");
      isEndFound = jobs.length + parkedOn.length < limit;
      isBehind = !isEndFound;
      for (const job of jobs) start(job);
      return jobs.length + parkedOn.length;
    } finally {
      isClaiming = false;
      if (!isEndFound) for (const key of met) queuedKeys.add(key);
    }
  };
  return {
    /** Takes what is due and starts it, up to the free places; returns how many jobs it started. */
    startDue: async (): Promise<number> => {
      const limit = freePlaces();
      if (limit <= 0) {
        isBehind = true;
        return 0;
      }
      await parking.look();
      return await claimDue(limit);
    },
    /**
     * Keeps places for those of `runs` whose jobs may be leased as they are stored: none while other jobs wait for one, and
     * none within a limit while a claim is under way, which may not see them.
     */
    reserve: <T extends StartingJob>(runs: readonly T[]): T[] => {
      if (isClosing) return [];
      return runs.filter((run) => {
        const isFree = !isBehind && freePlaces() > 0;
        if (!isFree) isBehind = true;
        const isGranted = isFree && (run.limitKeys.length === 0 || hasRoomNow(run));
        if (isGranted) places.reserve(run);
        else for (const key of run.limitKeys) queuedKeys.add(key);
        return isGranted;
      });
    },
    /** Starts jobs in places that were reserved, and gives up the rest of them. */
    begin: (jobs: readonly Job[], reserved: readonly StartingJob[]): void => {
      for (const run of reserved) places.giveUp(run);
      // The next term takes again the jobs that were leased for one that ends.
      if (!isClosing && !options.signal.aborted) for (const job of jobs) start(job);
    },
    /** Runs were queued, one perhaps behind a limit from which the last of its queue was just taken. */
    queued: (runs: readonly { limitKeys: readonly string[] }[]): void => {
      for (const { limitKeys } of runs) parking.freed(limitKeys);
      if (runs.length > 0) options.wake.signal();
    },
    /** Any limit may have room now. */
    limitsChanged: parking.lookSoon,
    inFlight: (): number => calls.size,
    /** Resolves when no call is in flight. */
    drained: async (): Promise<void> => {
      isClosing = true;
      await Promise.all(calls.values());
    },
  };
}

/** One job from lease to settlement. Never throws: a job that cannot be settled stays leased and is taken again. */
async function perform(options: Performing, job: Job): Promise<void> {
  try {
    const isTimer = job.kind === "sleep" || job.kind === "timeout";
    const settled = isTimer ? timeUp(job, options.now()) : await callAndDecide(options, job);
    if (settled) await settleUntilWritten(options, settled);
  } catch (error) {
    options.log("error", "a job failed inside the engine", { runId: job.runId, problem: messageOf(error) });
  }
}

/** Null where the call was cut short by our own stop: nothing is known then, and the next leader calls again. */
async function callAndDecide(options: Options, job: Job): Promise<Settled | null> {
  const { app, sync, signal, log, checkpointing, probe } = options;
  const startedAtMs = options.now();
  let answer: Answer;
  try {
    const steps = job.hasSteps ? await listFinishedSteps(options.db, job.runId) : [];
    answer = await callFunction(app, {
      job,
      steps,
      checkpointing,
      signal,
      onSent: () => void probe("call_sent"),
    });
  } catch (error) {
    if (signal.aborted) return null;
    const problem = engineError(`The call could not be made: ${messageOf(error)}`);
    return { job, settlement: { kind: "failed", error: problem }, call: null };
  }
  await probe("answer_received");
  if (signal.aborted && answer.kind !== "returned" && answer.kind !== "ops") return null;
  if (answer.kind === "unreached" || answer.kind === "lost") {
    log("warn", "a call got no answer", {
      runId: job.runId,
      functionId: job.functionId,
      problem: answer.reason,
    });
    sync.doubt(answer.reason);
  }
  if (answer.kind === "threw" && answer.isFunctionMissing) sync.refresh();
  const endedAtMs = options.now();
  const settlement = settle(answer, { job, nowMs: endedAtMs, startedAtMs, backoff: options.backoff });
  return { job, settlement, call: recordCall({ job, answer, settlement, startedAtMs, endedAtMs }) };
}

/** Repeats until it is written: an answer is not lost because Postgres was away for a moment. */
async function settleUntilWritten(options: Performing, decided: Settled): Promise<void> {
  const { log, signal, wake, probe } = options;
  const { job } = decided;
  let settled = decided;
  for (;;) {
    try {
      const now = options.now();
      const outcome = await options.write(settled);
      await probe("settled");
      if (outcome === "stale") log("warn", "dropped a late answer", { runId: job.runId, jobId: job.id });
      const waitMs = settled.settlement.kind === "again" ? settled.settlement.runAtMs - now : 0;
      if (waitMs > 0 && waitMs < pollMs) wake.signalIn(waitMs);
      return;
    } catch (error) {
      log("error", "cannot settle a job", { runId: job.runId, problem: messageOf(error) });
      if (signal.aborted) return;
      if (isRefusedByStore(error) && settled.settlement.kind !== "failed") {
        const problem = engineError(`The answer cannot be stored: ${messageOf(error)}`);
        settled = { ...settled, settlement: { kind: "failed", error: problem } };
        continue;
      }
      await new Promise((resolve) => setTimeout(resolve, faultPauseMs));
    }
  }
}
