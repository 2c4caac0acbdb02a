import { z } from "zod";
import { ENDED_STATUSES, LIST_SORTS } from "@/lib/core/action/list-order";
import { ACTION_STATUSES } from "@/lib/core/action/proposed-action";
import { idSchema } from "./decision";
import { tierSchema } from "./action-view";

/** Lists of proposed actions: their filters, their order, their counts. */

const LIST_LIMIT_MAX = 200;

/** The database knows no year 0. */
const day = z.iso.date().refine((text) => !text.startsWith("0000"), "must be a day from the year 1 on");

const filters = {
  status: z
    .enum([...ACTION_STATUSES, "history", "all"])
    .default("pending")
    .describe("`approved`: approved and not yet applied. `history`: everything that has ended."),
  type: z.string().max(64).optional(),
  agent: z.string().max(64).optional(),
  customer: z.string().max(200).optional(),
  q: z
    .string()
    .max(200)
    .optional()
    .describe(
      "Words, or parts of them, that must all be there: in the reference, subject, customer, agent, reason, fields or tier " +
        "(`L5`). The first 12 different words are looked for, of the first 200 characters with ligatures and accents taken " +
        "apart. Where nothing has them, words that resemble them. An id finds its action, `#8421` that one alone. Where " +
        "content is hidden the outline alone is looked at. The order is the list's.",
    ),
  outcome: z.enum(ENDED_STATUSES).optional().describe("How it ended."),
  decided_by: z
    .union([z.literal("policy"), z.coerce.number().pipe(idSchema)])
    .optional()
    .describe(
      "The id of a person who approved or rejected it, alone or with others; `policy`: a standing authorisation.",
    ),
  from: day.optional().describe("The first day on which it ended (of an approved one: was decided)."),
  to: day.optional().describe("The last such day. Days are those of the company's time zone."),
};
const tier = z.coerce.number().int().min(1).max(5).optional();
const tierMax = tier.describe("Actions up to this tier.");
const sort = z
  .enum(LIST_SORTS)
  .optional()
  .describe(
    "`expiry`: what expires first, as pending is listed where nothing is said. `taps`: what one tap approves by its expiry, " +
      "then L4 and L5, the oldest first. `ended`: what ended last, first, as the history and each of its outcomes are listed. " +
      "`newest`, as everything else is listed. " +
      "`impact`, `movement`: the largest first, whichever way it goes; an unknown impact comes before all others, an " +
      "action without a movement after them. Where content is hidden `movement` is `newest`.",
  );

const daysInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;
const notInOrder = { path: ["to"], message: "must not be before `from`" };

export const listQuerySchema = z
  .object({
    ...filters,
    tier,
    tier_max: tierMax,
    sort,
    cursor: z.string().max(200).optional().describe("A `next_cursor` of the same order."),
    limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(50),
  })
  .refine(daysInOrder, notInOrder);
export type ListQuery = z.infer<typeof listQuerySchema>;

export const countsQuerySchema = z.object(filters).refine(daysInOrder, notInOrder);
export type CountsQuery = z.infer<typeof countsQuerySchema>;

export const csvQuerySchema = z
  .object({ ...filters, tier, tier_max: tierMax, sort })
  .refine(daysInOrder, notInOrder);
export type CsvQuery = z.infer<typeof csvQuerySchema>;

/** Rows of one file; a longer list says at the file's end that it goes on. */
export const CSV_ROWS_MAX = 50_000;

/** Counting stops here, in each tier. */
export const COUNT_MAX = 2_000;

export const listCountsSchema = z.object({
  total: z.int(),
  by_tier: z.array(
    z.object({
      tier: tierSchema,
      count: z.int(),
      more: z
        .boolean()
        .describe(
          `True: there are more than this, or there may be. Counting stops at ${COUNT_MAX}; a search of all times may stop before.`,
        ),
    }),
  ),
});
export type ListCounts = z.infer<typeof listCountsSchema>;

export const historyChoicesSchema = z.object({
  deciders: z
    .array(z.object({ id: idSchema, name: z.string() }))
    .describe("Everybody who has approved or rejected something here, by name."),
  time_zone: z.string().describe("The company's: the days of `from` and `to` are its days."),
});
export type HistoryChoices = z.infer<typeof historyChoicesSchema>;
