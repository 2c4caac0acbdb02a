import { randomUUID } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../app/canonical";
import { keyOf, ulidsOf } from "../ids";
import { eventIdLengthMax, eventNameLengthMax, eventsPerRequestMax } from "../limits";
import type { NewEvent } from "../store/events";

const eventSchema = z.looseObject({
  name: z.string().min(1).max(eventNameLengthMax),
  data: z.record(z.string(), z.unknown()).nullish(),
  id: z.string().max(eventIdLengthMax).nullish(),
  ts: z.number().nonnegative().nullish(),
});
const requestSchema = z.union([
  eventSchema.transform((event) => [event]),
  z.array(eventSchema).max(eventsPerRequestMax),
]);
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u001f\u007f]/;

export type EventRequest = { events: NewEvent[] } | { problem: string };

/** Reads the body of POST /e/:key. `seed` is x-inngest-event-id-seed: it makes a repeated request give the same ids. */
export function readEvents(body: string, options: { seed: string | undefined; nowMs: number }): EventRequest {
  const parsed = requestSchema.safeParse(parseJson(body));
  if (!parsed.success) return { problem: `malformed events: ${describe(parsed.error)}` };
  const events: NewEvent[] = [];
  const idAt = idsFor(options);
  for (const [index, given] of parsed.data.entries()) {
    if (controlCharacters.test(given.name))
      return { problem: `event ${index}: its name holds control characters` };
    if (given.name.startsWith("inngest/"))
      return { problem: `event ${index}: names beginning with inngest/ are reserved` };
    const id = idAt(index);
    const event = { ...given, id: given.id || id, ts: given.ts || options.nowMs, data: given.data ?? {} };
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

function idsFor({ seed, nowMs }: { seed: string | undefined; nowMs: number }): (place: number) => string {
  const [sentMs, entropy] = (seed ?? "").split(",");
  if (!sentMs || !entropy || !/^\d{1,15}$/.test(sentMs)) return ulidsOf(nowMs, randomUUID());
  return ulidsOf(Number(sentMs), entropy);
}

function describe(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue ? `${issue.path.join(".") || "body"}: ${issue.message}` : "unreadable";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
