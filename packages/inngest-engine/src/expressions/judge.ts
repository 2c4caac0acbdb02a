import { expressionsCachedMax } from "../limits";
import type { Log } from "../log";
import { type Expression, type Variables, isMet } from "./expression";
import { isNeverMatched } from "./labels";
import { ExpressionFault } from "./value";

/**
 * Says whether an event meets a condition of a function. An expression that fails is not met, nor is one that Inngest's
 * server would never find met. The log names each of them once.
 */
export type Judge = (condition: Expression, variables: Variables, functionId: string) => boolean;

export function createJudge(now: () => number, log: Log): Judge {
  const reported = new Set<string>();
  const report = (message: string, details: { functionId: string; expression: string; problem: string }) => {
    const key = `${details.functionId} ${details.expression}`;
    if (reported.has(key) || reported.size >= expressionsCachedMax) return;
    reported.add(key);
    log("warn", message, details);
  };
  return (condition, variables, functionId) => {
    const about = { functionId, expression: condition.text };
    try {
      if (!isMet(condition, variables, now())) return false;
      if (!("async" in variables) || !isNeverMatched(condition, variables.event, now())) return true;
      const problem =
        "the value holds a quote, a backslash, a line break or NUL, which Inngest never matches";
      report("an event was kept from a run that waits for it", { ...about, problem });
      return false;
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      report("an expression failed for an event and counts as false", { ...about, problem: error.message });
      return false;
    }
  };
}
