import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type http from "node:http";
import type { AddressInfo } from "node:net";
import postgres from "postgres";
import type { ProbePoint } from "../src/probe";
import { migrate } from "../src/store/schema";
import { createDatabase, cutLeader, until } from "../testing/harness";
import { eventKey } from "../testing/keys";
import { createTortureApp, workEvent } from "./app";
import { type Child, startChild } from "./children";
import { countEnded, installWitnesses, judge } from "./judge";
import type { EngineNews, EngineOrder, EngineStart } from "./messages";

type EngineChild = Child<EngineOrder, EngineNews>;
const eventsPerRound = 4;
const leadership = ["leading", "not_leading"] as const;

export type EngineLane = Awaited<ReturnType<typeof openEngineLane>>;

/** Two engines as processes on one database, one leading and one standing by, and the app in this process. */
export async function openEngineLane(program: string, checkpointing: boolean) {
  const database = await createDatabase();
  const sql = postgres(database.url, { max: 4, onnotice: () => {} });
  await migrate(sql);
  await installWitnesses(sql);
  const engines: EngineChild[] = [];
  const eventIds: string[] = [];

  const leader = (): EngineChild | undefined =>
    engines.find((engine) => engine.lastOf(leadership) === "leading");
  const urls = async (): Promise<string[]> => {
    const first = leader();
    const order = engines.toSorted((left, right) => Number(right === first) - Number(left === first));
    return await Promise.all(order.map(async (engine) => (await engine.news("ready")).url));
  };
  /** The leader, since that is who dies, else whichever is there: events and checkpoints need no leader. */
  const toAnyEngine: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    let problem: unknown = new Error("no engine is there");
    for (const url of await urls()) {
      try {
        return await fetch(url + pathname + search, init);
      } catch (error) {
        problem = error;
      }
    }
    throw problem;
  };
  const app = createTortureApp({ sql, engineUrl: "http://engine.test", fetch: toAnyEngine, at: () => {} });
  const appUrl = await listen(app);
  const startEngine = async (): Promise<void> => {
    const start: EngineStart = { databaseUrl: database.url, appUrl, checkpointing };
    const engine = startChild<EngineOrder, EngineNews>(program, start);
    await engine.news("ready");
    engines.push(engine);
  };
  const sendWork = async (): Promise<void> => {
    const ids = Array.from({ length: eventsPerRound }, () => randomUUID());
    eventIds.push(...ids);
    await Promise.all(
      ids.map((id) =>
        until("an engine to take an event", async () => {
          const body = JSON.stringify({ id, name: workEvent, data: { n: eventIds.length } });
          const answer = await toAnyEngine(`http://engine.test/e/${eventKey}`, {
            method: "POST",
            body,
          }).catch(() => null);
          return answer?.status === 200;
        }),
      ),
    );
  };
  const workDone = (): Promise<unknown> =>
    until("all runs to end", async () => (await countEnded(sql)) >= eventIds.length);

  await startEngine();
  await startEngine();
  return {
    /** Has the leader die at the nth time it comes to a point, under work; resolves when all work is done. */
    killAt: async (at: ProbePoint, hits: number): Promise<void> => {
      const doomed = await until("a leader", leader);
      doomed.tell({ kind: "die", at, hits });
      const sending = sendWork();
      await until(`the engine to die at ${at}`, doomed.isGone);
      engines.splice(engines.indexOf(doomed), 1);
      await Promise.all([sending, startEngine()]);
      await workDone();
    },
    /** Ends the connection that holds the leader's lock, after so many executions of steps. */
    cutLeader: async (afterExecutions: number): Promise<void> => {
      await until("a leader", leader);
      const before = await countExecutions(sql);
      const sending = sendWork();
      await until("work to begin", async () => (await countExecutions(sql)) >= before + afterExecutions);
      await cutLeader(sql);
      await sending;
      await workDone();
    },
    judge: () => judge(sql, eventIds),
    close: async (): Promise<void> => {
      await Promise.all(engines.map((engine) => engine.kill()));
      app.close();
      app.closeAllConnections();
      await sql.end();
      await database.drop();
    },
  };
}

async function countExecutions(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from torture.executions`;
  return row!.count;
}

async function listen(server: http.Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/inngest`;
}
