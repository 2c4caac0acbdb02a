import type { AnswerFigures } from "@/lib/contract/monitoring/answer-figures";
import { FIGURE_PERIOD, FIGURE_PERIODS, type FigurePeriod } from "@/lib/core/interaction/answer-figures";
import type { InteractionChannel } from "@/lib/core/interaction/interaction";
import { formatCount } from "@/lib/view/decimal";
import { CHANNEL_NAMES } from "@/lib/view/questions/reply-words";
import { measuredText } from "@/lib/view/time";
import { countWords, sentenceCase } from "@/lib/view/words";

/** How the page of answer rates speaks. Only what is known is shown: a dash stands for a figure that there is none of. */

const NONE = "—";

export const rateText = (rate: number | null): string => (rate === null ? NONE : `${rate.toFixed(1)} %`);
export const timeText = (ms: number | null): string => (ms === null ? NONE : measuredText(ms));
export const channelTitle = (channel: InteractionChannel | null): string =>
  channel === null ? NONE : sentenceCase(CHANNEL_NAMES[channel]);

/** Anything else in an address means the usual period. */
export const parsePeriod = (text: string | null): FigurePeriod =>
  FIGURE_PERIODS.find((period) => String(period) === text) ?? FIGURE_PERIOD;
export const periodHref = (days: FigurePeriod): string => `/channels/answers?days=${days}`;

/** The figures of all questions, each with a line below it. */
export function totals({ all }: AnswerFigures): { name: string; value: string; note: string }[] {
  const ended = all.answered + all.unanswered;
  const cancelled = all.cancelled === 0 ? "" : ` · ${formatCount(all.cancelled)} cancelled, not counted`;
  return [
    {
      name: "Asked",
      value: formatCount(all.asked),
      note: `${formatCount(all.open)} open${cancelled}`,
    },
    {
      name: "Answered",
      value: rateText(all.rate),
      note:
        ended === 0 ? "none has ended" : `${formatCount(all.answered)} of ${formatCount(ended)} that ended`,
    },
    { name: "Median time", value: timeText(all.median_ms), note: `of ${countWords(all.answered, "answer")}` },
    { name: "90 % within", value: timeText(all.p90_ms), note: "nine of ten answers" },
  ];
}

/** Each word of the tables as the statements count it. */
export const DEFINITIONS: readonly (readonly [term: string, text: string])[] = [
  [
    "Asked",
    "Questions that were asked in this period. Cancelled ones count nowhere: nobody could answer them any more.",
  ],
  [
    "By channel",
    "Every question stands in the app. It also counts for a channel that took a message about it, or by which the answer came that ended it, so it may stand in several rows. A mail that came back does not count, nor does a message that retention has deleted.",
  ],
  [
    "Answered",
    "The answer that ended the question came by this channel. Elsewhere: it came by another one. Where several people answer, the last of them ends it.",
  ],
  [
    "No answer",
    "The time was over before enough people had answered. A default that counts then is no answer.",
  ],
  [
    "Rate of a channel",
    "Those answered by it, as a share of its questions that have ended. Open ones do not count yet.",
  ],
  [
    "By name",
    "Questions that have asked this person by name. A question to a role asks nobody in particular: answers to such questions stand under For a role, and count in no rate.",
  ],
  [
    "Rate of a person",
    "Those that they answered, as a share of those and of the ones that nobody answered in time. Questions that others answered first do not count. An answer that was taken back is none.",
  ],
  [
    "Times",
    "From the question to the answer that ended it; of a person to the answer that they gave. Half took no longer than the median, nine of ten no longer than 90 % within. Whoever a question asked only after others has no time for it.",
  ],
];
