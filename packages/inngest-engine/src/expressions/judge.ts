import { expressionsCachedMax } from "../limits";
import type { Log } from "../log";
import type { Expression, Variables } from "./expression";
import { isMet } from "./expression";
import { ExpressionFault } from "./value";

/** Says whether an event meets a condition of a function. An expression that fails is not met, and logged once. */
export type Judge = (condition: Expression, variables: Variables, functionId: string) => boolean;

export function createJudge(now: () => number, log: Log): Judge {
  const reported = new Set<string>();
  return (condition, variables, functionId) => {
    try {
      return isMet(condition, variables, now());
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      const key = `${functionId} ${condition.text}`;
      if (!reported.has(key) && reported.size < expressionsCachedMax) {
        reported.add(key);
        log("warn", "an expression failed for an event and counts as false", {
          functionId,
          expression: condition.text,
          problem: error.message,
        });
      }
      return false;
    }
  };
}
