import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { distributor } from "@countersign/netsuite-simulator/company";

export interface Flood {
  /** How many answers had each status. */
  answers: Record<number, number>;
  /** Refusals without one of the headers that tell an agent when to come back. */
  malformed: number;
  seconds: number;
}

const inFlightMax = 200;

/** Sends this many different notes at an even pace, whatever the answers; slow answers delay it only once 200 are open. */
export async function flood({
  url,
  key,
  requests,
  seconds,
}: {
  url: string;
  key: string;
  requests: number;
  seconds: number;
}): Promise<Flood> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: inFlightMax });
  const result: Flood = { answers: {}, malformed: 0, seconds: 0 };
  const began = performance.now();
  const underWay = new Set<Promise<void>>();
  for (let sent = 0; sent < requests; sent += 1) {
    const dueMs = (sent * seconds * 1_000) / requests;
    const aheadMs = dueMs - (performance.now() - began);
    if (aheadMs > 1) await pause(aheadMs);
    while (underWay.size >= inFlightMax) await Promise.race(underWay);
    const one: Promise<void> = send({ url, key, agent }, sent).then(({ status, headers }) => {
      result.answers[status] = (result.answers[status] ?? 0) + 1;
      const tells = headers["retry-after"] && headers.ratelimit && headers["ratelimit-policy"];
      if (status === 429 && !tells) result.malformed += 1;
      underWay.delete(one);
    });
    underWay.add(one);
  }
  await Promise.all(underWay);
  agent.destroy();
  return { ...result, seconds: (performance.now() - began) / 1_000 };
}

function send(
  { url, key, agent }: { url: string; key: string; agent: http.Agent },
  at: number,
): Promise<{ status: number; headers: http.IncomingHttpHeaders }> {
  const body = JSON.stringify({
    action_type: "ar_note",
    entity_type: "customer",
    entity_ref: distributor.customers[at % distributor.customers.length]!.name,
    changes: [{ field: "note", to: `Flood ${at}` }],
  });
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${url}/api/v1/proposals`,
      {
        method: "POST",
        agent,
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        },
      },
      (response) => {
        response.resume();
        response.once("end", () => resolve({ status: response.statusCode!, headers: response.headers }));
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}
