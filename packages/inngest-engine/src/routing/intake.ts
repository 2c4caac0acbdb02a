import { createBatcher } from "../batcher";
import type { EngineFunction } from "../app/function-config";
import type { Registry } from "../app/registry";
import type { Dispatcher } from "../dispatch/dispatcher";
import type { Judge } from "../expressions/judge";
import { eventRequestsPerBatchMax } from "../limits";
import type { Probe } from "../probe";
import type { Db } from "../store/connection";
import type { NewEvent } from "../store/events";
import { type Arrival, takeEvents } from "../store/intake";
import type { Job } from "../store/jobs";
import type { NewRun } from "../store/runs";
import { newRun } from "./new-run";
import { startsOn } from "./router";

/** The leader's knowledge of its functions, for events as they come in. */
export interface Lead {
  epoch: number;
  judge: Judge;
  dispatcher: Dispatcher;
}

interface Options {
  db: Db;
  registry: Registry;
  /** Null while another engine leads. */
  lead: () => Lead | null;
  now: () => number;
  probe: Probe;
  /** There are events that only a pass of the leader can route. */
  wakeLeader: () => Promise<void>;
}

export type TakeEvents = (events: readonly NewEvent[]) => Promise<string[]>;

/**
 * Takes events in batches. The leader knows at once what most of them start: their runs are stored with them, and called
 * straight away as far as there are places and nobody waits for one. Everything else takes the way by the leader's loop.
 */
export function createIntake(options: Options): TakeEvents {
  const batcher = createBatcher<readonly NewEvent[], string[]>(async (requests) => {
    const ids = await takeBatch(options, requests.flat());
    let from = 0;
    return requests.map((events) => ids.slice(from, (from += events.length)));
  }, eventRequestsPerBatchMax);
  return async (events) => (events.length === 0 ? [] : await batcher.add(events));
}

/** One statement however many events it takes: its figures stand at `takeEvents`. */
async function takeBatch(options: Options, events: readonly NewEvent[]): Promise<string[]> {
  const { db, probe, registry } = options;
  const now = new Date(options.now());
  // Before the first sync nobody knows which functions an event starts: it waits.
  const lead = registry.syncedAtMs === null ? null : options.lead();
  const read = events.map((event) => arrivalOf(event, lead, registry.functions, now.getTime()));
  // An event may cancel what one before it starts: either all are routed here or none.
  const isKnown = read.every(({ starts }) => starts !== null);
  const arrivals = isKnown ? read : read.map((arrival) => ({ ...arrival, starts: null }));
  const dueNow = arrivals.flatMap(({ starts }) => starts ?? []).filter(({ startAt }) => startAt <= now);
  const reserved = lead && registry.problem === null ? lead.dispatcher.reserve(dueNow) : [];
  for (const run of reserved) run.isLeased = true;
  let begun: Job[] = [];
  try {
    const stored = await takeEvents(db, arrivals, { epoch: lead?.epoch ?? null, now });
    begun = jobsOf(stored.leased, arrivals);
    await probe("events_stored");
    if (lead) await probe("events_routed");
    if (begun.length > 0) await probe("jobs_claimed");
    if (stored.isRoutingLeft) await options.wakeLeader();
    return stored.ids;
  } finally {
    lead?.dispatcher.begin(begun, reserved);
    const begunRuns = new Set(begun.map(({ runId }) => runId));
    const queued = arrivals.flatMap(({ starts }) => starts ?? []).filter(({ id }) => !begunRuns.has(id));
    lead?.dispatcher.queued(queued);
  }
}

/** The runs that an event starts, unless they depend on more than the event: on idempotency keys, on waits to open. */
function arrivalOf(
  event: NewEvent,
  lead: Lead | null,
  functions: readonly EngineFunction[],
  nowMs: number,
): Arrival {
  if (!lead) return { ...event, starts: null };
  const parsed = JSON.parse(event.payload) as unknown;
  const targets = functions.filter((target) =>
    startsOn(target, event, (condition) => lead.judge(condition, { event: parsed }, target.id)),
  );
  if (targets.some(({ idempotency, cancelOn }) => idempotency !== null || cancelOn.length > 0)) {
    return { ...event, starts: null };
  }
  const starts = targets.map((target) => ({
    ...newRun(target, { eventId: event.id, event: parsed, nowMs }).run,
    isLeased: false,
  }));
  return { ...event, starts };
}

function jobsOf(leased: readonly { jobId: string; runId: string }[], arrivals: readonly Arrival[]): Job[] {
  const jobIds = new Map(leased.map(({ jobId, runId }) => [runId, jobId]));
  return arrivals.flatMap(({ starts, payload }) =>
    (starts ?? []).flatMap((run): Job[] => {
      const id = jobIds.get(run.id);
      return id === undefined ? [] : [firstJob(id, run, payload)];
    }),
  );
}

/** The job that starts a run, leased as it is stored. */
export function firstJob(
  id: string,
  run: Pick<NewRun, "id" | "functionId" | "attemptsMax" | "limitKeys">,
  event: string,
): Job {
  return {
    id,
    runId: run.id,
    kind: "run",
    stepId: null,
    stepKind: null,
    dispatch: 1,
    attempt: 0,
    lostCalls: 0,
    functionId: run.functionId,
    attemptsMax: run.attemptsMax,
    planOnly: false,
    event,
    hasSteps: false,
    limitKeys: run.limitKeys,
  };
}
