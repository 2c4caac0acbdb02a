import { type IncomingMessage, STATUS_CODES, type ServerResponse } from "node:http";
import { AppError } from "@/lib/core/errors";
import type { EarlyAnswer } from "./before-next";
import { bodiesUnderWay } from "./bodies-under-way";
import { earlyProblem, pathOf } from "./early-problem";

export interface BodyLimits {
  /** Of a path, whoever calls it. */
  bytesMaxOf: (path: string) => number;
  /** Of all bodies that are arriving at this process together. */
  totalBytesMax?: number;
  msMax?: number;
}

const TOTAL_BYTES_MAX = 64 * 1024 * 1024;
const MS_MAX = 30_000;
/** So often a body is looked at in its time. */
const looks = 3;
/** After this many seconds a body that gave way may come again. */
const ROOM_RETRY_SECONDS = 2;
/** The connection stays open for this long after a refusal, and drops what arrives: cut off at once, the caller might not see the answer. */
const lingerMs = 250;

/**
 * Watches each body while it arrives, before anybody knows whose it is: Next gathers up to 10 MB of each before a route sees any of it,
 * for as long as Node lets a request take, which is five minutes. Answers 413 for a body that is too large, or comes in so many parts
 * that they cost more than twice the largest body; 408 for one that takes too long; 503 for one that has to give way to others.
 */
export function guardBodies({
  bytesMaxOf,
  totalBytesMax = TOTAL_BYTES_MAX,
  msMax = MS_MAX,
}: BodyLimits): EarlyAnswer {
  const bodies = bodiesUnderWay(totalBytesMax, () => performance.now());
  return (request, response) => {
    if (!hasBody(request)) return false;
    const bytesMax = bytesMaxOf(pathOf(request));
    if (Number(request.headers["content-length"] ?? 0) > bytesMax) {
      hangUp(request, response, tooLarge(bytesMax));
      return true;
    }
    let isWatched = true;
    const end = () => {
      isWatched = false;
      clearInterval(timer);
      bodies.end(body);
    };
    const refuse = (refusal: AppError) => {
      end();
      hangUp(request, response, refusal);
    };
    const body = bodies.begin(() => refuse(noRoom()));
    let late = 0;
    const timer = setInterval(() => {
      // A body that waits for us to read it is not late.
      late = request.readableLength < request.readableHighWaterMark ? late + 1 : 0;
      if (late === looks) refuse(tooSlow(msMax));
    }, msMax / looks).unref();
    const pass = request.push.bind(request);
    let bytes = 0;
    // The one place where each part comes by, whoever reads it and when.
    const watch: typeof pass = (part: Uint8Array | null, encoding) => {
      if (!isWatched) return pass(part, encoding);
      if (part === null) end();
      else if ((bytes += part.byteLength) > bytesMax) refuse(tooLarge(bytesMax));
      else if (bodies.grow(body, part.byteLength) > 2 * bytesMax) refuse(tooManyParts());
      return request.push === watch ? pass(part, encoding) : true;
    };
    request.push = watch;
    request.once("close", end);
    // After the answer no part of the body is kept.
    response.once("close", () => bodies.end(body));
    return false;
  };
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Answers over the caller's connection, as Node itself does where a request takes too long, and ends it: the rest of the body may be under way. */
function hangUp(request: IncomingMessage, response: ServerResponse, refusal: AppError): void {
  const { socket } = request;
  request.push = () => true;
  // Otherwise it was answered already, or the answer to an earlier request of this connection is not over.
  const mayAnswer = response.socket === socket && !response.headersSent;
  if (!mayAnswer) return void socket.destroy();
  const { status, headers, body } = earlyProblem(request, refusal);
  const lines = Object.entries({ ...headers, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

const tooLarge = (bytesMax: number) =>
  new AppError("payload_too_large", `The body may have at most ${bytesMax} bytes.`);

const tooManyParts = () => new AppError("payload_too_large", "The body comes in too many small parts.");

const tooSlow = (msMax: number) =>
  new AppError("body_too_slow", `The body did not arrive within ${msMax / 1_000} seconds.`);

const noRoom = () =>
  new AppError("unavailable", "More is being sent here than there is room for. Send it again in a moment.", {
    retryAfterSeconds: ROOM_RETRY_SECONDS,
  });
