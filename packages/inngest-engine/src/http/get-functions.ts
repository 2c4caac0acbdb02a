import type { EngineFunction } from "../app/function-config";
import { ulid } from "../ids";
import { countedPeriodMs } from "../limits";
import { listCrons } from "../store/cron";
import { type FunctionFigures, readFigures } from "../store/functions-read";
import { type Api, type ApiRequest, type Reply, failure } from "./request";
import { readLabels } from "./run-query";

/**
 * GET /v1/functions: what the app registered, what of it is refused and why, and figures of the last 24 hours. Only the
 * leader knows the app: elsewhere functions stand here by their runs alone, with `registered: false`.
 */
export async function getFunctions(api: Api, { query }: ApiRequest): Promise<Reply> {
  const read = readLabels(query);
  if ("problem" in read) return failure(400, read.problem);
  const nowMs = api.now();
  const since = ulid(nowMs - countedPeriodMs, Buffer.alloc(10));
  const figures = await readFigures(api.reads, { since, now: new Date(nowMs), labels: read.labels });
  const crons = await listCrons(api.reads);
  const { functions, refused, problem, syncedAtMs } = api.registry;
  const registered = new Map(functions.map((entry) => [entry.id, entry]));
  const counted = new Map(figures.functions.map((entry) => [entry.functionId, entry]));
  const data = [...new Set([...registered.keys(), ...counted.keys()])].toSorted().map((id) => ({
    ...describe(id, registered.get(id)),
    ...describeFigures(counted.get(id)),
    next_tick_at: crons.find((cron) => cron.functionId === id)?.nextAt.toISOString() ?? null,
  }));
  return {
    status: 200,
    body: {
      data,
      refused: refused.map(({ functionId: id, option, message }) => ({ id, option, message })),
      metadata: {
        fetched_at: new Date(nowMs).toISOString(),
        counted_since: new Date(nowMs - countedPeriodMs).toISOString(),
        complete: figures.isComplete,
        synced_at: syncedAtMs === null ? null : new Date(syncedAtMs).toISOString(),
        problem,
      },
    },
  };
}

function describe(id: string, registered: EngineFunction | undefined) {
  return {
    id,
    registered: registered !== undefined,
    triggers: [
      ...(registered?.triggers ?? []).map(({ event }) => ({ event })),
      ...(registered?.crons ?? []).map((cron) => ({ cron })),
    ],
    attempts_max: registered?.attemptsMax ?? null,
    concurrency: (registered?.concurrency ?? []).map(({ limit, key }) => ({ limit, key: key?.text ?? null })),
  };
}

function describeFigures(figures: FunctionFigures | undefined) {
  return {
    runs: figures?.runs ?? { running: 0, completed: 0, failed: 0, cancelled: 0 },
    queued: figures?.queued ?? 0,
    in_flight: figures?.inFlight ?? 0,
    waiting: figures?.waiting ?? 0,
  };
}
