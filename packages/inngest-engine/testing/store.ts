import { afterAll } from "vitest";
import { type Db, openPool } from "../src/store/connection";
import { type NewEvent, storeEvents } from "../src/store/events";
import { type NewRun, insertRuns } from "../src/store/runs";
import { migrate } from "../src/store/schema";
import type { CallRecord } from "../src/dispatch/call-record";
import { type Job, claimJobs } from "../src/store/jobs";
import { createDatabase } from "./harness";

/** A database for all tests of the file that calls this. */
export async function openEmptyStore(connect: (databaseUrl: string) => Db = openPool): Promise<Db> {
  const database = await createDatabase();
  const db = connect(database.url);
  afterAll(async () => {
    await db.end();
    await database.drop();
  });
  return db;
}

/** The same with the engine's tables. */
export async function openStore(connect?: (databaseUrl: string) => Db): Promise<Db> {
  const db = await openEmptyStore(connect);
  await migrate(db);
  return db;
}

/** An event that nobody sent under an id of their own. */
export function newEvent(id: string, changes: Partial<NewEvent> = {}): NewEvent {
  const payload = JSON.stringify({ id, name: changes.name ?? "n" });
  return { id, name: "n", payload, dedupeKey: null, onlyFunctionId: null, ...changes };
}

/** A run of one attempt without limits. */
export function newRun(id: string, changes: Pick<NewRun, "eventId" | "startAt"> & Partial<NewRun>): NewRun {
  return {
    id,
    functionId: "app-f",
    labels: [],
    attemptsMax: 1,
    limitKeys: [],
    limits: [],
    invokedByRunId: null,
    invokedByStepId: null,
    rerunOfRunId: null,
    ...changes,
  };
}

/** Runs of these ids, each started by an event of its own. */
export async function startRuns(
  db: Db,
  ids: readonly string[],
  now: Date,
  more: Partial<NewRun> = {},
): Promise<void> {
  const eventOf = (id: string): string => `event-${id}`;
  await storeEvents(
    db,
    ids.map((id) => newEvent(eventOf(id))),
    now,
  );
  const runs = ids.map((id) => newRun(id, { eventId: eventOf(id), startAt: now, ...more }));
  await db.begin((tx) => insertRuns(tx, runs, now));
}

/** Claims up to ten jobs, as the leader of this epoch does. */
export async function claim(
  db: Db,
  options: { epoch: number; now: Date; inFlight?: string[]; freed?: string[]; reserved?: string[] },
): Promise<Job[]> {
  const { jobs } = await claimJobs(db, {
    limit: 10,
    window: 10,
    inFlight: [],
    freed: [],
    reserved: [],
    ...options,
  });
  return jobs;
}

/** A call in which the function returned. */
export function returnedCall(at: Date): CallRecord {
  return { stepId: null, attempt: 0, startedAt: at, endedAt: at, outcome: "returned", error: null };
}
