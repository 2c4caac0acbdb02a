import { z } from "zod";
import { NOTICE_DAYS, NOTICE_KINDS } from "@/lib/core/action/notice";
import { anySummarySchema } from "./outline";
import { idSchema } from "./decision";

/** Problems with the actions that a person answers for, as that person sees them. */

export const NOTICES_MAX = 100;

export const noticesSchema = z.object({
  items: z
    .array(
      z.object({
        kind: z
          .enum(NOTICE_KINDS)
          .describe(
            "`stale`: held back. `dead`: it gave up. `mismatch`: it reads back differently. `partial`: some lines of the roll were held back and not written. `delayed`: NetSuite has put it off for over an hour.",
          ),
        at: z.iso.datetime(),
        why: z.string().nullable().describe("Null where content is hidden."),
        action: anySummarySchema,
      }),
    )
    .describe(`Newest first, ${NOTICES_MAX} at most, of the last ${NOTICE_DAYS} days.`),
});
export type Notices = z.infer<typeof noticesSchema>;
export type Notice = Notices["items"][number];

export const dismissNoticesSchema = z.strictObject({ action_ids: z.array(idSchema).min(1).max(NOTICES_MAX) });
