import type { Inngest } from "inngest";
import { readHealth, until } from "@countersign/inngest-engine/testing";
import { elapsedMs } from "../report";
import type { AppProcess } from "./processes";

const eventsPerSend = 100;
let marks = 0;

/** Runs of one bare call after the other: ms each. */
export async function timeBareCalls(call: () => Promise<void>, count: number): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < count; at += 1) took.push(await elapsedMs(call));
  return took;
}

/** From the sending of an event to the function's body, one after the other: ms each. */
export async function timeSends(client: Inngest, app: AppProcess, count: number): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < count; at += 1) {
    marks += 1;
    const mark = String(marks);
    const body = app.body(mark);
    const began = process.hrtime.bigint();
    await client.send({ name: "bench/plain", data: { mark } });
    took.push(Number((await body) - began) / 1e6);
  }
  return took;
}

/** Bare calls per second, so many at a time. */
export async function bareCallsPerSecond(
  call: () => Promise<void>,
  count: number,
  concurrency: number,
): Promise<number> {
  let remaining = count;
  const caller = async (): Promise<void> => {
    while (remaining > 0) {
      remaining -= 1;
      await call();
    }
  };
  return perSecond(count, () => Promise.all(Array.from({ length: concurrency }, caller)));
}

/** Runs per second, from the first event sent until every body has run and nothing is left to settle. */
export async function runsPerSecond(
  engine: { url: string; client: Inngest },
  app: AppProcess,
  name: string,
  count: number,
): Promise<number> {
  const { reached } = await app.countTo(count);
  return perSecond(count, async () => {
    for (let offset = 0; offset < count; offset += eventsPerSend) {
      const length = Math.min(eventsPerSend, count - offset);
      await engine.client.send(Array.from({ length }, (_, at) => ({ name, data: { at: offset + at } })));
    }
    await reached;
    await until("the end of every call", async () => (await readHealth(engine.url)).queue.inFlight === 0);
  });
}

async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  return (1_000 * count) / (await elapsedMs(work));
}
