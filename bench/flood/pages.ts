import { setTimeout as pause } from "node:timers/promises";

export interface PageTimes {
  /** Delays of the inbox's list, as the page requests it. */
  listMs: number[];
  /** Delays of the inbox's document. */
  htmlMs: number[];
}

const everyMs = 500;

/** A person's two readings, again and again. @throws Error for any answer but 200. */
export async function keepReading({
  url,
  cookie,
  until,
}: {
  url: string;
  cookie: string;
  /** Milliseconds since 1970. */
  until: number;
}): Promise<PageTimes> {
  const read = async (where: string): Promise<number> => {
    const began = performance.now();
    const answer = await fetch(`${url}${where}`, { headers: { cookie } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${where} answered ${answer.status}`);
    return performance.now() - began;
  };
  const times: PageTimes = { listMs: [], htmlMs: [] };
  while (Date.now() < until) {
    times.listMs.push(await read("/api/proposed-actions?status=pending&limit=50"));
    times.htmlMs.push(await read("/proposed-actions"));
    await pause(everyMs);
  }
  return times;
}
