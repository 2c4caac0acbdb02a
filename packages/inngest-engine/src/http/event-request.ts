import { randomUUID } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../app/canonical";
import { keyOf, ulidsOf } from "../ids";
import { clockSkewMsMax, eventIdLengthMax, eventNameLengthMax, eventsPerRequestMax } from "../limits";
import type { NewEvent } from "../store/events";
import { firstIssue, parseJson } from "../json";

const eventSchema = z.looseObject({
  name: z.string().min(1).max(eventNameLengthMax),
  data: z.record(z.string(), z.unknown()).nullish(),
  id: z.string().max(eventIdLengthMax).nullish(),
  // As the server: 0 means now, anything else lies between 1980 and 2100.
  ts: z
    .number()
    .refine((ts) => ts === 0 || (ts >= Date.UTC(1980, 0, 1) && ts <= Date.UTC(2100, 0, 1)), {
      message: "must lie between the years 1980 and 2100",
    })
    .nullish(),
});
const requestSchema = z.union([
  eventSchema.transform((event) => [event]),
  z.array(eventSchema).max(eventsPerRequestMax),
]);
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u001f\u007f]/;

export type EventRequest = { events: NewEvent[] } | { problem: string };

interface Options {
  /** x-inngest-event-id-seed: it makes a repeated request give the same ids. */
  seed: string | undefined;
  nowMs: number;
  /** This machine's clock, which the sender most likely shares. The engine's may be another. */
  wallMs: number;
}

export function readEvents(body: string, options: Options): EventRequest {
  const parsed = requestSchema.safeParse(parseJson(body));
  if (!parsed.success) return { problem: `malformed events: ${firstIssue(parsed.error)}` };
  const events: NewEvent[] = [];
  const idAt = idsFor(options);
  for (const [index, given] of parsed.data.entries()) {
    if (controlCharacters.test(given.name))
      return { problem: `event ${index}: its name holds control characters` };
    if (given.name.startsWith("inngest/"))
      return { problem: `event ${index}: names beginning with inngest/ are reserved` };
    const id = idAt(index);
    const { data, user } = given;
    const ts = timeOf(given.ts, options);
    const event = { ...given, id: given.id || id, ts, data: data ?? {}, user: user ?? {} };
    let payload: string;
    try {
      payload = canonicalJson(event);
    } catch (error) {
      return { problem: `event ${index} cannot be signed: ${String(error)}` };
    }
    const dedupeKey = given.id ? keyOf("event", given.id) : null;
    events.push({ id, name: given.name, payload, dedupeKey, onlyFunctionId: null });
  }
  return { events };
}

/**
 * The SDK stamps each event with its own time of sending. Where the engine's clock is another one, such as that of a
 * test, a stamp of just now means the engine's now, and not some distant time.
 */
function timeOf(ts: number | null | undefined, { nowMs, wallMs }: Options): number {
  if (!ts) return nowMs;
  const isOwnClock = Math.abs(nowMs - wallMs) > clockSkewMsMax;
  return isOwnClock && Math.abs(ts - wallMs) <= clockSkewMsMax ? nowMs : ts;
}

function idsFor({ seed, nowMs }: Options): (place: number) => string {
  const [sentMs, entropy] = (seed ?? "").split(",");
  if (!sentMs || !entropy || !/^\d{1,15}$/.test(sentMs)) return ulidsOf(nowMs, randomUUID());
  return ulidsOf(Number(sentMs), entropy);
}
