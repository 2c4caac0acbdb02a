import { z } from "zod";
import { streamQuerySchema } from "@/lib/contract/monitoring/stream";
import { AppError } from "@/lib/core/errors";
import { streamChanges } from "@/lib/gateway/read/stream/stream-changes";
import type { HeaderField } from "@/lib/operations/frame/fields";
import { StreamedAnswer, defineOperation } from "@/lib/operations/frame/operation";

/** The live stream of changes. */

const lastEventIdHeader: HeaderField<number> = {
  name: "Last-Event-ID",
  description: "The id of the last event that the reader saw; a browser's EventSource sends it by itself.",
  schema: z.int().min(0),
  read: (text) => {
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw new AppError("malformed_request", "Last-Event-ID must be an id that this stream has sent.", {
      issues: [{ path: "Last-Event-ID", message: "must be an id that this stream has sent" }],
    });
  },
};

export const stream = {
  streamChanges: defineOperation("GET /api/stream", {
    summary: "Watch what happens, as server-sent events",
    query: streamQuerySchema,
    headers: { last_event_id: lastEventIdHeader },
    answers: {
      200: {
        description:
          "`event: action` and `event: run` with `{id, status, seq, by}`, `event: control` with `{subject, seq}`; a comment each 15 seconds; `event: reset` where too much was " +
          "missed. It ends after a minute: connect again with Last-Event-ID.",
        schema: z.string(),
        type: "text/event-stream",
      },
    },
    refusals: ["malformed_request", "rate_limited"],
    verb: async (person, { last_event_id, after, topics }, { signal, proveAgain }) =>
      new StreamedAnswer(
        await streamChanges(person, {
          lastEventId: last_event_id ?? after ?? null,
          topics,
          signal,
          proveAgain,
        }),
        // Nothing on the way may keep pieces back to compress them or to fill a buffer.
        {
          "content-type": "text/event-stream",
          "cache-control": "no-store, no-transform",
          "x-accel-buffering": "no",
        },
      ),
  }),
};
