import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import { FIGURE_PERIOD, FIGURE_PERIODS } from "@/lib/core/interaction/answer-figures";
import { INTERACTION_CHANNELS } from "@/lib/core/interaction/interaction";

/** How often and how fast people answer, by channel and by person. Cancelled questions count nowhere. */

const days = z.coerce
  .number()
  .pipe(z.union(FIGURE_PERIODS.map((period) => z.literal(period))))
  .default(FIGURE_PERIOD)
  .describe("7, 30 or 90: questions that were asked in so many days until now.");
export const answerFiguresQuerySchema = z.strictObject({ days });
export type AnswerFiguresQuery = z.output<typeof answerFiguresQuerySchema>;
export const answerFiguresCsvQuerySchema = z.strictObject({
  days,
  by: z
    .enum(["channel", "person"])
    .default("channel")
    .describe("One row for each channel, or for each person."),
});
export type AnswerFiguresCsvQuery = z.output<typeof answerFiguresCsvQuerySchema>;

const rate = z.number().nullable().describe("Per cent, with one decimal; null: nothing has ended.");
const milliseconds = z.int().nullable();

const questionFigures = {
  asked: z.int(),
  answered: z.int().describe("The answer that ended it came by this channel."),
  unanswered: z.int().describe("Its time was over first."),
  open: z.int(),
  rate,
  median_ms: milliseconds.describe("From the question to the answer that ended it."),
  p90_ms: milliseconds,
};
export const channelFiguresSchema = z.object({
  channel: z.enum(INTERACTION_CHANNELS),
  ...questionFigures,
  elsewhere: z.int().describe("The answer that ended it came by another channel."),
});
export type ChannelFigures = z.infer<typeof channelFiguresSchema>;

export const personFiguresSchema = z.object({
  user_id: idSchema,
  name: z.string().nullable().describe("Null: the person is nobody of the company."),
  asked: z.int().describe("Questions that have asked this person by name."),
  answered: z.int().describe("Of these, those that they answered."),
  by_others: z.int().describe("Those that others answered."),
  unanswered: z.int(),
  open: z.int(),
  rate: rate.describe("Of those that they answered, or that nobody answered in time."),
  for_role: z.int().describe("Answers that they gave to questions which asked a role of theirs."),
  median_ms: milliseconds,
  mostly_by: z.enum(INTERACTION_CHANNELS).nullable(),
});
export type PersonFigures = z.infer<typeof personFiguresSchema>;

export const answerFiguresSchema = z.object({
  days: z.int(),
  since: z.iso.datetime(),
  all: z.object({ ...questionFigures, cancelled: z.int() }),
  channels: z.array(channelFiguresSchema),
  people: z.array(personFiguresSchema).describe("At most 500, those who were asked most first."),
});
export type AnswerFigures = z.infer<typeof answerFiguresSchema>;
