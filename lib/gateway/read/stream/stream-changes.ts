import { type Database, inTenant } from "@/db/client";
import { type Change, findNewestEventId, listMissedChanges } from "@/db/queries/ledger/changes";
import type {
  StreamTopic,
  StreamedAction,
  StreamedControl,
  StreamedInteraction,
} from "@/lib/contract/monitoring/stream";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { watchChanges } from "./change-feed";

/** A tenant's changes in the form that a browser's EventSource reads (HTML standard, server-sent events). */

export interface StreamLimits {
  /** Keeps proxies from closing a quiet connection. With each ping the person proves again who they are. */
  pingMs: number;
  /** A stream ends then, and its reader connects again. */
  lifeMs: number;
  /** A client that missed more changes reloads its lists. */
  missedMax: number;
  /** Pieces that a slow reader has not taken yet. */
  waitingMax: number;
}
const LIMITS: StreamLimits = { pingMs: 15_000, lifeMs: 60_000, missedMax: 1_000, waitingMax: 500 };

/** Tabs and windows of one person that watch in one process. */
const streamsPerPersonMax = 30;
const open = new WeakMap<Database, Map<number, number>>();

interface Request {
  /** The last event that the reader saw; null: it begins now. */
  lastEventId: number | null;
  /** Default: actions. */
  topics?: readonly StreamTopic[] | undefined;
  signal: AbortSignal;
  /** Rejects where the credential of the request counts no more: the stream ends. */
  proveAgain: () => Promise<unknown>;
}

/**
 * Ids, statuses and names alone, which every role sees.
 * @throws AppError rate_limited 429 for too many streams of one person.
 */
export async function streamChanges(
  person: Person,
  { lastEventId, topics = ["actions"], signal, proveAgain }: Request,
  gateway: Gateway = getGateway(),
  limits: StreamLimits = LIMITS,
): Promise<ReadableStream<Uint8Array>> {
  const release = takePlace(gateway.database, person.userId);
  const pipe = openPipe({ limits, topics, jitter: gateway.random(), proveAgain }, release);
  try {
    const { tenantId } = person;
    // Watching begins before the missed ones are read, so that none falls between the two.
    const watch = (changes: readonly Change[]) => {
      pipe.send(changes);
      // Removed, or with another role or session: whoever comes back is asked again who they are.
      if (changes.some(({ subject, id }) => subject === "person" && id === person.userId)) pipe.end();
    };
    const { leave, cameBefore } = await watchChanges(gateway, tenantId, watch);
    pipe.onEnd(leave);
    signal.addEventListener("abort", pipe.end, { once: true });
    if (signal.aborted) pipe.end();
    const { newest, missed } = await inTenant(gateway.database, tenantId, async (tx) => ({
      newest: await findNewestEventId(tx, tenantId),
      missed:
        lastEventId === null ? [] : await listMissedChanges(tx, tenantId, lastEventId, limits.missedMax),
    }));
    // Changes of one action are committed in the order of their ids, so that its latest stands for all of them.
    const isNews = ({ subject, seq }: Change) =>
      subject !== "proposed_action" || lastEventId === null || !cameBefore(seq, lastEventId);
    pipe.begin(newest, missed?.filter(isNews) ?? null);
    return pipe.stream;
  } catch (error) {
    pipe.end();
    throw error;
  }
}

interface PipeOptions {
  limits: StreamLimits;
  topics: readonly StreamTopic[];
  jitter: number;
  proveAgain: Request["proveAgain"];
}

/** One reader's end: what is sent before `begin` waits for it. */
function openPipe({ limits, topics, jitter, proveAgain }: PipeOptions, release: () => void) {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let waiting: Change[] | null = [];
  let ended = false;
  const atEnd = [release];
  const write = (piece: Uint8Array) => {
    if (ended || piece.length === 0) return;
    controller.enqueue(piece);
    if ((controller.desiredSize ?? 0) < -limits.waitingMax) end();
  };
  const ping = setInterval(() => {
    write(PING);
    void proveAgain().catch(end);
  }, limits.pingMs);
  // Not all at the same moment, also when they all began at one.
  const life = setTimeout(() => end(), limits.lifeMs * (1 - jitter / 6));
  const end = () => {
    if (ended) return;
    ended = true;
    clearInterval(ping);
    clearTimeout(life);
    for (const step of atEnd) step();
    try {
      controller.close();
    } catch {
      // The reader went away first.
    }
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (own) => {
        controller = own;
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  );
  return {
    stream,
    end,
    onEnd: (step: () => void) => (ended ? step() : void atEnd.push(step)),
    send: (changes: readonly Change[]) => {
      if (waiting) waiting.push(...changes);
      else write(piecesOf(changes, topics));
    },
    /** `missed` null: too many, or from too long ago. */
    begin(newest: number, missed: readonly Change[] | null) {
      write(helloOf(newest));
      if (missed === null) write(encode(`event: reset\nid: ${newest}\ndata: {}\n\n`));
      const late = waiting!;
      waiting = null;
      write(piecesOf([...(missed ?? []), ...late], topics));
    },
  };
}

const encoder = new TextEncoder();
const encode = (text: string) => encoder.encode(text);
const PING = encode(": ping\n\n");

/** An id without data: a reader that is cut before the first event resumes from here. */
const helloOf = (newest: number) => encode(`retry: 500\nid: ${newest}\n\n`);

/** One look's changes are the same array for everybody who watches: they are written out once for each choice of topics. */
const written = new WeakMap<readonly Change[], Map<string, Uint8Array>>();

function piecesOf(changes: readonly Change[], topics: readonly StreamTopic[]): Uint8Array {
  const known = written.get(changes) ?? new Map<string, Uint8Array>();
  written.set(changes, known);
  const choice = topics.join();
  const piece = known.get(choice) ?? encode(changes.map((change) => pieceOf(change, topics)).join(""));
  known.set(choice, piece);
  return piece;
}

/** Empty: of another topic. */
function pieceOf(change: Change, topics: readonly StreamTopic[]): string {
  const [topic, event, data] = pieceFor(change);
  return topics.includes(topic)
    ? `event: ${event}\nid: ${change.seq}\ndata: ${JSON.stringify(data)}\n\n`
    : "";
}

type StreamPiece =
  | ["actions", "action", StreamedAction]
  | ["runs", "run", StreamedAction]
  | ["interactions", "interaction", StreamedInteraction]
  | ["controls", "control", StreamedControl];

function pieceFor({ seq, subject, id, status, by }: Change): StreamPiece {
  if (subject === "run" && status !== null) return ["runs", "run", { id, status, seq, by }];
  if (status !== null) return ["actions", "action", { id, status, seq, by }];
  if (subject === "interaction") return ["interactions", "interaction", { seq }];
  return ["controls", "control", { subject, seq }];
}

function takePlace(database: Database, userId: number): () => void {
  const counts = open.get(database) ?? new Map<number, number>();
  open.set(database, counts);
  const taken = counts.get(userId) ?? 0;
  if (taken >= streamsPerPersonMax)
    throw new AppError("rate_limited", `${taken} streams of yours are open already: close one first.`, {
      retryAfterSeconds: 30,
    });
  counts.set(userId, taken + 1);
  return () => {
    const others = (counts.get(userId) ?? 1) - 1;
    if (others > 0) counts.set(userId, others);
    else counts.delete(userId);
  };
}
