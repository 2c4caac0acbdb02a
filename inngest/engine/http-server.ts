import http from "node:http";
import type { AddressInfo } from "node:net";
import { readEvents } from "./event-request";
import { requestBytesMax, runsListedDefault, runsListedMax } from "./limits";
import type { Log } from "./log";
import { messageOf } from "./log";
import { sameText } from "./signature";
import type { Db } from "./store-connection";
import { insertEvents } from "./store-events";
import type { RunRow, RunStatus } from "./store-runs";
import { listRuns, listRunsOfEvent } from "./store-runs";

interface Options {
  port: number;
  db: Db;
  /** Null: unsigned development mode, any key will do. */
  eventKey: string | null;
  now: () => number;
  log: Log;
  onEvents: () => Promise<void>;
  health: () => Promise<Record<string, unknown>>;
}

interface Reply {
  status: number;
  body: unknown;
}

const loopbackNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Listens on the loopback address only. Port 0 takes a free one. */
export async function startHttpServer(
  options: Options,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = http.createServer((request, response) => {
    handle(options, request)
      .catch((error: unknown): Reply => {
        options.log("error", "a request failed", { path: request.url, problem: messageOf(error) });
        return {
          status: 503,
          body: { ids: [], status: 503, error: "The engine cannot reach its database." },
        };
      })
      .then(({ status, body }) => {
        // A body that was not read to its end would be taken for the next request.
        if (!request.complete) response.setHeader("connection", "close");
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      })
      .catch((error: unknown) => options.log("error", "a reply failed", { problem: messageOf(error) }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function handle(options: Options, request: http.IncomingMessage): Promise<Reply> {
  // A page whose name was made to point here must not read runs through somebody's browser.
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  if (!loopbackNames.has(host)) return failure(403, `Host "${host}" is not this machine.`);
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const [first, second, third, fourth] = url.pathname.split("/").filter(Boolean).map(decodeSafely);
  const method = request.method ?? "GET";
  if (method === "POST" && first === "e" && second !== undefined && third === undefined) {
    return await postEvents(options, request, second);
  }
  if (method === "GET" && first === "health" && second === undefined) {
    return await getHealth(options);
  }
  if (method === "GET" && first === "v1" && second === "runs" && third === undefined) {
    return await getRuns(options, url.searchParams);
  }
  if (method === "GET" && first === "v1" && second === "events" && third !== undefined && fourth === "runs") {
    return listed(await listRunsOfEvent(options.db, third, runsListedMax), options.now());
  }
  return failure(404, `This engine has no ${method} ${url.pathname}.`);
}

async function postEvents(options: Options, request: http.IncomingMessage, key: string): Promise<Reply> {
  if (options.eventKey !== null && !sameText(key, options.eventKey))
    return failure(401, "Event key not found.");
  const body = await readBody(request);
  if (body === null) return failure(413, `A request may hold ${requestBytesMax} bytes.`);
  const seed = request.headers["x-inngest-event-id-seed"];
  const read = readEvents(body, { seed: typeof seed === "string" ? seed : undefined, nowMs: options.now() });
  if ("problem" in read) return failure(400, read.problem);
  const ids = await insertEvents(options.db, read.events, new Date(options.now()));
  await options.onEvents();
  return { status: 200, body: { ids, status: 200 } };
}

async function getHealth(options: Options): Promise<Reply> {
  try {
    return { status: 200, body: await options.health() };
  } catch (error) {
    options.log("error", "the health check failed", { problem: messageOf(error) });
    return { status: 503, body: { ok: false, error: "The engine cannot reach its database." } };
  }
}

/** The public names of what the store calls a run's status. */
const statusNames: Record<RunStatus, string> = {
  running: "Running",
  completed: "Completed",
  failed: "Failed",
};

async function getRuns(options: Options, query: URLSearchParams): Promise<Reply> {
  const wanted = query.get("status");
  const status =
    (Object.keys(statusNames) as RunStatus[]).find((name) => name === wanted?.toLowerCase()) ?? null;
  if (wanted !== null && status === null) return failure(400, `No run has the status "${wanted}".`);
  const limit = Number(query.get("limit") ?? runsListedDefault);
  if (!Number.isInteger(limit) || limit < 1 || limit > runsListedMax) {
    return failure(400, `limit must be from 1 to ${runsListedMax}.`);
  }
  return listed(await listRuns(options.db, status, limit), options.now());
}

function listed(runs: readonly RunRow[], nowMs: number): Reply {
  const data = runs.map((run) => ({
    run_id: run.id,
    function_id: run.functionId,
    event_id: run.eventId,
    status: statusNames[run.status],
    run_started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    output: JSON.parse(run.error ?? run.output ?? "null") as unknown,
  }));
  return { status: 200, body: { data, metadata: { fetched_at: new Date(nowMs).toISOString() } } };
}

/** Null where the body is too large. */
async function readBody(request: http.IncomingMessage): Promise<string | null> {
  if (Number(request.headers["content-length"] ?? 0) > requestBytesMax) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > requestBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The shape that the SDK reads an error from. */
function failure(status: number, error: string): Reply {
  return { status, body: { ids: [], status, error } };
}

function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
