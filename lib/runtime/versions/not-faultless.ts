import { AppError } from "@/lib/core/errors";
import type { Problem } from "@/lib/runtime/definitions/problem";

/** The refusal of a text, which names line and column of each problem. */
export const notFaultless = (message: string, problems: readonly Problem[]): AppError =>
  new AppError("validation_failed", message, {
    issues: problems.map(({ line, column, message: words }) => ({
      path: `source:${line}:${column}`,
      message: words,
    })),
    members: { problems },
  });
