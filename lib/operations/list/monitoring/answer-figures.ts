import { z } from "zod";
import {
  answerFiguresCsvQuerySchema,
  answerFiguresQuerySchema,
  answerFiguresSchema,
} from "@/lib/contract/monitoring/answer-figures";
import { answerFiguresAsCsv } from "@/lib/interactions/figures/answer-figures-csv";
import { readAnswerFigures } from "@/lib/interactions/figures/read-answer-figures";
import { Answer, defineOperation, ok } from "@/lib/operations/frame/operation";

/** How often and how fast people answer. */

export const answerFigures = {
  readAnswerFigures: defineOperation("GET /api/answer-figures", {
    summary: "How questions were answered, by channel and by person",
    role: "admin",
    query: answerFiguresQuerySchema,
    answers: ok(answerFiguresSchema),
    verb: (person, query) => readAnswerFigures(person, query),
  }),
  answerFiguresAsCsv: defineOperation("GET /api/answer-figures.csv", {
    summary: "Download these figures as CSV",
    role: "admin",
    query: answerFiguresCsvQuerySchema,
    answers: {
      200: {
        description:
          "One row per channel or person. UTF-8 with a byte order mark. The ledger keeps who downloaded it.",
        schema: z.string(),
        type: "text/csv",
      },
    },
    refusals: ["rate_limited"],
    verb: async (person, query) => {
      const { name, text } = await answerFiguresAsCsv(person, query);
      return new Answer(200, text, {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
      });
    },
  }),
};
