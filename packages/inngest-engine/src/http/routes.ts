import { messageOf } from "../log";
import { deleteRun } from "./delete-run";
import { getFunctions } from "./get-functions";
import { getRun } from "./get-run";
import { getRuns, getRunsOfEvent } from "./get-runs";
import { postCheckpoint } from "./post-checkpoint";
import { postEvents } from "./post-events";
import { postRerun } from "./post-rerun";
import { type Api, type ApiRequest, type Reply, failure, holdsSigningKey } from "./request";
import { isRunId } from "./run-query";

interface Route {
  method: string;
  /** Segments; one that begins with a colon stands for any, `:runId` for the id of a run. */
  path: string;
  /** Only the holder of the signing key is answered. */
  isSigned?: true;
  answer: (api: Api, request: ApiRequest) => Promise<Reply>;
}

const routes: readonly Route[] = [
  { method: "POST", path: "e/:key", answer: postEvents },
  { method: "GET", path: "health", answer: getHealth },
  { method: "GET", path: "v1/functions", answer: getFunctions },
  { method: "GET", path: "v1/runs", answer: getRuns },
  { method: "GET", path: "v1/runs/:runId", answer: getRun },
  { method: "DELETE", path: "v1/runs/:runId", isSigned: true, answer: deleteRun },
  { method: "POST", path: "v1/runs/:runId/rerun", isSigned: true, answer: postRerun },
  { method: "POST", path: "v1/checkpoint/:run/async", isSigned: true, answer: postCheckpoint },
  { method: "GET", path: "v1/events/:id/runs", answer: getRunsOfEvent },
];

/** Never throws: what goes wrong inside is logged and answered with 503. */
export async function answer(api: Api, request: ApiRequest): Promise<Reply> {
  const path = request.path.join("/");
  const candidates = routes.filter((route) => matches(route.path.split("/"), request.path));
  const route = candidates.find(({ method }) => method === request.method);
  if (!route && candidates.length > 0) {
    const methods = candidates.map(({ method }) => method).join(", ");
    return failure(405, `/${path} takes ${methods}, not ${request.method}.`);
  }
  if (!route) return failure(404, `This engine has no ${request.method} /${path}.`);
  if (route.isSigned && !holdsSigningKey(api, request))
    return failure(401, "The signing key is not this engine's.");
  const runId = request.path[route.path.split("/").indexOf(":runId")];
  if (runId !== undefined && !isRunId(runId)) return failure(400, `Invalid run ID: ${runId}`);
  try {
    return await route.answer(api, request);
  } catch (error) {
    api.log("error", "a request failed", { path: route.path, problem: messageOf(error) });
    return failure(503, "The engine cannot reach its database.");
  }
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((segment, at) => segment.startsWith(":") || segment === path[at])
  );
}

async function getHealth(api: Api): Promise<Reply> {
  return { status: 200, body: await api.health() };
}
