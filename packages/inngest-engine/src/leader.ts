import { leaderCheckMs, leaderCheckTimeoutMs, leaderRetryMs } from "./limits";
import { type Log, messageOf } from "./log";
import { type Db, openLeaderConnection } from "./store/connection";
import { isStillLeading, startEpoch, tryLead } from "./store/leader";
import { createWake } from "./wake";

/** One time of leading: ends with the connection that holds the lock, or with the engine. */
export interface Term {
  epoch: number;
  /** Aborts at the moment the lock may be lost. */
  lost: AbortSignal;
}

interface Options {
  databaseUrl: string;
  log: Log;
  /** Aborts when the engine stops. */
  stopping: AbortSignal;
  /** Leads until the term is lost or the engine stops; the lock is given up only after it has returned. */
  lead: (term: Term) => Promise<void>;
}

/** Stands for election until the engine stops: at most one engine per database leads at a time. */
export async function campaign(options: Options): Promise<void> {
  const pause = createWake();
  options.stopping.addEventListener("abort", () => pause.close(), { once: true });
  while (!options.stopping.aborted) {
    const lost = new AbortController();
    const connection = openLeaderConnection(options.databaseUrl, () => lost.abort());
    try {
      const pid = await tryLead(connection);
      if (pid !== null) await leadOneTerm(options, { connection, pid, lost });
    } catch (error) {
      options.log("error", "the leader's connection failed", { problem: messageOf(error) });
    } finally {
      lost.abort();
      await connection.end({ timeout: 1 }).catch(() => {});
    }
    if (!options.stopping.aborted) await pause.wait(leaderRetryMs);
  }
}

async function leadOneTerm(
  options: Options,
  held: { connection: Db; pid: number; lost: AbortController },
): Promise<void> {
  const { lost } = held;
  const epoch = await startEpoch(held.connection);
  options.log("info", "leading", { epoch });
  const watching = watch(held, options.log);
  await options.lead({ epoch, lost: lost.signal });
  const wasLost = lost.signal.aborted;
  lost.abort();
  await watching;
  options.log(wasLost ? "warn" : "info", "no longer leading", { epoch });
}

/** The closing of the connection is noticed at once; this also notices one that is dead without a word. */
async function watch(held: { connection: Db; pid: number; lost: AbortController }, log: Log): Promise<void> {
  const pause = createWake();
  held.lost.signal.addEventListener("abort", () => pause.close(), { once: true });
  while (!held.lost.signal.aborted) {
    await pause.wait(leaderCheckMs);
    if (held.lost.signal.aborted) return;
    const isLeading = await withTimeout(
      isStillLeading(held.connection, held.pid),
      leaderCheckTimeoutMs,
    ).catch((error: unknown) => {
      log("error", "cannot check the leader's lock", { problem: messageOf(error) });
      return false;
    });
    if (!isLeading) held.lost.abort();
  }
}

function withTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer in time")), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
