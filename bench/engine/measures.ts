import type { Inngest } from "inngest";
import type { AppProcess } from "./processes";

const eventsPerSend = 100;
let marks = 0;

/** Runs of one bare call after the other: ms each. */
export async function timeBareCalls(call: () => Promise<void>, count: number): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const began = process.hrtime.bigint();
    await call();
    took.push(Number(process.hrtime.bigint() - began) / 1e6);
  }
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
  let left = count;
  const began = process.hrtime.bigint();
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return perSecond(count, began);
}

/** Runs per second, from the first event sent until every body has run and nothing is left to settle. */
export async function runsPerSecond(
  engine: { url: string; client: Inngest },
  app: AppProcess,
  name: string,
  count: number,
): Promise<number> {
  const { reached } = await app.countTo(count);
  const began = process.hrtime.bigint();
  for (let sent = 0; sent < count; sent += eventsPerSend) {
    const events = Array.from({ length: Math.min(eventsPerSend, count - sent) }, (_, at) => ({
      name,
      data: { at: sent + at },
    }));
    await engine.client.send(events);
  }
  await reached;
  await settled(engine.url);
  return perSecond(count, began);
}

async function settled(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/health`);
    const { queue } = (await response.json()) as { queue: { inFlight: number } };
    if (queue.inFlight === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function perSecond(count: number, began: bigint): number {
  return count / (Number(process.hrtime.bigint() - began) / 1e9);
}
