import { Script, createContext } from "node:vm";

/** The time limit of one piece of work on outside text, because it blocks everything else in the process. */
const TIME_LIMIT_MS = 500;

export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
}

const context = createContext({});
const script = new Script("work()");
let isLimited = false;

/** A machine that is busy with other work takes the processor away for longer than the limit: that is no fault of the text. */
const TRIES_MAX = 4;

/**
 * The result of `work`. V8 interrupts it where it stands when its time is over, in the middle of a regular expression as well; where the
 * processor was elsewhere for most of that time, it is done again. It waits for nothing: a promise would go on after the limit. Within
 * itself it is one piece of work. Costs about 0.1 ms. @throws TimeLimitError, and whatever `work` throws.
 */
export function withinTimeLimit<Value>(work: () => Value, limitMs = TIME_LIMIT_MS): Value {
  if (isLimited) return work();
  isLimited = true;
  context["work"] = work;
  try {
    for (let tries = 1; ; tries += 1) {
      const before = process.cpuUsage();
      try {
        return script.runInContext(context, { timeout: limitMs, displayErrors: false }) as Value;
      } catch (error) {
        if ((error as { code?: unknown } | null)?.code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
        const { user, system } = process.cpuUsage(before);
        const usedMs = (user + system) / 1_000;
        if (tries === TRIES_MAX || usedMs > limitMs / 2)
          throw new TimeLimitError(`it takes longer than ${limitMs} ms`);
      }
    }
  } finally {
    isLimited = false;
    context["work"] = null;
  }
}
