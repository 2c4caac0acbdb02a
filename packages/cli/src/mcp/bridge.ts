import type { Io } from "../io.js";
import { eventData } from "./events.js";
import { type Message, errorAnswer, headersOf, readMessage } from "./message.js";

/**
 * Hands each message on standard input to `/api/mcp`, and each answer to standard output. It keeps nothing but the version that
 * `initialize` agreed on, and repeats nothing: a client whose answer was lost asks again, and proposing twice is one proposal.
 */

/** Requests under way at once; the next line is read when one has ended. */
const inFlightMax = 64;
/** Answers of JSON-RPC for faults that the server did not put into words itself. */
const PARSE_ERROR = -32_700;
const NO_ANSWER = -32_000;

interface Target {
  url: string;
  agentKey: string;
}

interface Door extends Target {
  io: Io;
  agreedVersion: string | null;
  underWay: Map<Message["id"], AbortController>;
}

/** Ends with the input, once the requests before have been answered. */
export async function bridge(io: Io, target: Target): Promise<void> {
  const door: Door = { ...target, io, agreedVersion: null, underWay: new Map() };
  const works = new Set<Promise<void>>();
  for await (const line of io.stdinLines()) {
    if (line.trim() === "") continue;
    const work = carry(door, line).finally(() => works.delete(work));
    works.add(work);
    if (works.size >= inFlightMax) await Promise.race(works);
  }
  // The client has gone: nobody hears of changes any more.
  for (const [id, controller] of door.underWay) if (isListening.has(controller)) cancel(door, id);
  await Promise.all(works);
}

/** Streams without an end of their own. */
const isListening = new WeakSet<AbortController>();

async function carry(door: Door, line: string): Promise<void> {
  let message: Message;
  try {
    message = readMessage(line);
  } catch (error) {
    door.io.out(errorAnswer(null, PARSE_ERROR, (error as Error).message));
    return;
  }
  // To hang up is how a request over HTTP is cancelled.
  if (message.method === "notifications/cancelled")
    return cancel(door, message.params?.requestId as Message["id"]);
  const controller = new AbortController();
  if (message.method === "subscriptions/listen") isListening.add(controller);
  if (message.id !== undefined) door.underWay.set(message.id, controller);
  try {
    await ask(door, { message, line }, AbortSignal.any([controller.signal, door.io.signal]));
  } catch (error) {
    if (!controller.signal.aborted && message.id !== undefined)
      door.io.out(errorAnswer(message.id, NO_ANSWER, faultWords(error)));
  } finally {
    if (message.id !== undefined) door.underWay.delete(message.id);
  }
}

function cancel({ underWay }: Door, id: Message["id"]): void {
  underWay.get(id)?.abort();
}

/** The line goes as it is: a number that was read and written again could be another. */
async function ask(
  door: Door,
  { message, line }: { message: Message; line: string },
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetch(`${door.url.replace(/\/+$/, "")}/api/mcp`, {
    method: "POST",
    redirect: "error",
    signal,
    headers: {
      authorization: `Bearer ${door.agentKey}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headersOf(message, door.agreedVersion),
    },
    body: line,
  });
  const type = answer.headers.get("content-type") ?? "";
  if (answer.ok && type.startsWith("text/event-stream") && answer.body) {
    for await (const data of eventData(answer.body)) hear(door, message, data);
    return;
  }
  const text = await answer.text();
  // A notification is taken with no answer at all.
  if (message.id === undefined) return;
  if (type.startsWith("application/json") && isAnswer(text)) return hear(door, message, text);
  door.io.out(errorAnswer(message.id, NO_ANSWER, refusalWords(answer.status, text)));
}

/** One line for each message: an answer may come in several. */
function hear(door: Door, asked: Message, text: string): void {
  const heard = readMessage(text);
  const version = heard.result?.protocolVersion;
  if (asked.method === "initialize" && typeof version === "string") door.agreedVersion = version;
  // Between its values alone: within a text JSON has no line break.
  door.io.out(text.replaceAll(/[\r\n]+/g, " ").trim());
}

function isAnswer(text: string): boolean {
  try {
    return "jsonrpc" in readMessage(text);
  } catch {
    return false;
  }
}

/** The server's own words where it has some, such as those about a key that is not taken. */
function refusalWords(status: number, text: string): string {
  try {
    const { detail } = readMessage(text) as { detail?: unknown };
    if (typeof detail === "string") return `Countersign answered ${status}: ${detail}`;
  } catch {
    // A proxy's page, which would tell a model nothing.
  }
  return `${status} came from the address of COUNTERSIGN_URL, without words of Countersign.`;
}

function faultWords(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return `No whole answer came from Countersign (${cause?.code ?? cause?.message ?? message}). Ask again: proposing twice is one proposal.`;
}
