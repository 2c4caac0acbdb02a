import { randomUUID } from "node:crypto";
import getPort from "get-port";
import postgres from "postgres";
import { startEngine } from "../src";
import { createDatabase, engineOptions, until } from "../testing/harness";
import { eventKey } from "../testing/keys";
import { workEvent } from "./app";
import { type Child, startChild } from "./children";
import { countEnded, installWitnesses, judge } from "./judge";
import type { AppMoment, AppNews, AppOrder, AppStart } from "./messages";

type AppChild = Child<AppOrder, AppNews>;
const eventsPerRound = 4;

export type AppLane = Awaited<ReturnType<typeof openAppLane>>;

/** An engine in this process, and the app as a process of its own, with another ready to take its address over. */
export async function openAppLane(program: string, checkpointing: boolean) {
  const database = await createDatabase();
  const port = await getPort({ host: "127.0.0.1" });
  const engine = await startEngine({
    ...engineOptions(database.url, `http://127.0.0.1:${port}/api/inngest`),
    checkpointing,
  });
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  await installWitnesses(sql);
  const eventIds: string[] = [];
  const start: AppStart = { databaseUrl: database.url, engineUrl: engine.url };
  const startApp = (): AppChild => startChild<AppOrder, AppNews>(program, start);
  const listen = async (app: AppChild): Promise<void> => {
    await app.news("ready");
    app.tell({ kind: "listen", port });
    await app.news("listening");
  };
  let serving = startApp();
  let spare = startApp();
  await listen(serving);
  return {
    /** Has the app die at the nth such moment, under work; resolves when all work is done. */
    killAt: async (at: AppMoment, hits: number): Promise<void> => {
      serving.tell({ kind: "die", at, hits });
      const ids = Array.from({ length: eventsPerRound }, () => randomUUID());
      eventIds.push(...ids);
      const body = JSON.stringify(ids.map((id, n) => ({ id, name: workEvent, data: { n } })));
      const answer = await fetch(`${engine.url}/e/${eventKey}`, { method: "POST", body });
      if (answer.status !== 200) throw new Error(`the engine answered ${answer.status} to events`);
      await until(`the app to die ${at}`, serving.isGone);
      serving = spare;
      await listen(serving);
      spare = startApp();
      await until("all runs to end", async () => (await countEnded(sql)) >= eventIds.length);
    },
    judge: () => judge(sql, eventIds),
    close: async (): Promise<void> => {
      await engine.stop();
      await Promise.all([serving.kill(), spare.kill()]);
      await sql.end();
      await database.drop();
    },
  };
}
