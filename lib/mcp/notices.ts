import type { ServerEventBus } from "@modelcontextprotocol/server";
import { nextChange } from "@/db/changes";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { getGateway } from "@/lib/gateway/context";
import { readProposal } from "@/lib/gateway/read/proposals/read-proposal";
import { waitingStateOf } from "@/lib/gateway/read/proposals/proposal-view";
import { describeError, log } from "@/lib/log";
import { callerOf } from "./caller";
import { idOfUri } from "./resources";

/** Proposals of one stream; every change of the company looks at each. */
const watchedMax = 20;
/** Open streams of one agent in one process. */
const streamsMax = 10;
/** Should a notice be lost. */
const lookAgainMs = 5_000;
/** Then the client listens again. */
const streamMsMax = 10 * 60_000;
const streams = new Map<number, number>();

interface Listening {
  agent: AgentPrincipal;
  request: Request;
  /** The message; one that is no `subscriptions/listen` never listens. */
  body: unknown;
}

interface Notices {
  bus: ServerEventBus;
  /** Resolves when the stream has to end. */
  over: Promise<void>;
}

/**
 * Changes of the proposals that a `subscriptions/listen` names, from the process's one LISTEN connection. Only the agent's
 * own are watched: another's number tells nothing, not even that something moved. It ends with the agent's key.
 */
export async function noticesFor({ agent, request, body }: Listening): Promise<Notices> {
  // Read before the client hears that it is listening, so that no change falls between the two.
  const known = await statesOf(urisOf(body), agent);
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const bus: ServerEventBus = {
    publish: () => undefined,
    subscribe: (tell) => {
      const stop = new AbortController();
      const changed = (uri: string) => tell({ kind: "resource_updated", uri });
      void watch(known, { agent, request, changed, signal: stop.signal })
        .catch((error: unknown) => log.warn({ error: describeError(error) }, "A stream of notices ended"))
        .finally(end);
      return () => stop.abort();
    },
  };
  return { bus, over };
}

interface Watching extends Pick<Listening, "agent" | "request"> {
  changed: (uri: string) => void;
  signal: AbortSignal;
}

async function watch(known: States, watching: Watching): Promise<void> {
  const { agentId } = watching.agent;
  const open = streams.get(agentId) ?? 0;
  if (open >= streamsMax) return;
  streams.set(agentId, open + 1);
  try {
    await untilStopped(known, watching);
  } finally {
    const others = (streams.get(agentId) ?? 1) - 1;
    if (others > 0) streams.set(agentId, others);
    else streams.delete(agentId);
  }
}

async function untilStopped(known: States, { agent, request, changed, signal }: Watching): Promise<void> {
  const { database } = getGateway();
  const deadline = performance.now() + streamMsMax;
  const uris = [...known.keys()];
  while (!signal.aborted && performance.now() < deadline) {
    const change = nextChange(database, agent.tenantId, lookAgainMs, signal);
    for (const [uri, state] of await statesOf(uris, agent)) {
      if (state !== known.get(uri)) changed(uri);
      known.set(uri, state);
    }
    await change;
    if (!(await mayStillAsk(request))) return;
  }
}

/** False once the agent's key, or the person's token, has ended. */
const mayStillAsk = async (request: Request): Promise<boolean> =>
  (await callerOf(request).catch(nullWhereRefused)) !== null;

type States = Map<string, string>;

/** The states of the agent's own proposals. Others are absent. */
async function statesOf(uris: readonly string[], agent: AgentPrincipal): Promise<States> {
  const states: States = new Map();
  for (const uri of uris) {
    const id = idOfUri(uri);
    const view = id === null ? null : await readProposal(agent, id, 0).catch(nullWhereRefused);
    if (view) states.set(uri, waitingStateOf(view) ?? view.status);
  }
  return states;
}

function nullWhereRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

function urisOf(body: unknown): string[] {
  type Message = { method?: unknown; params?: { notifications?: { resourceSubscriptions?: unknown } } };
  const { method, params } = (body ?? {}) as Message;
  if (method !== "subscriptions/listen") return [];
  const named = params?.notifications?.resourceSubscriptions;
  const uris = Array.isArray(named) ? named.filter((uri) => typeof uri === "string") : [];
  return [...new Set(uris)].slice(0, watchedMax);
}
