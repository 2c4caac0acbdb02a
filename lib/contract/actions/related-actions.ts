import { z } from "zod";
import { CONFLICTS_NAMED_MAX } from "@/lib/core/action/proposed-action";

/** Other actions that whoever decides one has to know of. */

export const sameWriteSchema = z
  .object({
    id: z.int(),
    words: z.string().describe("`The same write was approved as #123. If this is too, it is made twice`"),
  })
  .nullable()
  .describe(
    "While it waits: its twin, or the latest action with the very same write that was approved within 24 hours, where approving both writes twice.",
  );

export const conflictsSchema = z
  .array(
    z.object({
      id: z.int(),
      agent: z.string(),
      author: z.string().nullable().describe("The person who wrote that version; null: the agent's own."),
      words: z.string().describe("`#123 by pricing-agent asks for $1.52 here`"),
    }),
  )
  .max(CONFLICTS_NAMED_MAX)
  .describe(
    "While it waits: others that wait with another value for the same record and field. At most one of them can be written.",
  );
