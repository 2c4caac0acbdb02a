import type { Answer } from "../http/answers";
import type { Run, RunHooks } from "../run";

/** The effects of the faults on one request, step by step. */
export interface RequestPlan {
  /** Answered without executing; "drop" ends the connection. */
  instead?: Answer | "drop";
  delayBeforeMs?: number;
  /** Done by somebody else after the request arrived and before the script starts. */
  outsiders: ((run: Run) => void)[];
  hooks: RunHooks[];
  /** Delivered once more after the first has been carried out; the second answer is sent. */
  twice?: boolean;
  delayAfterMs?: number;
  /** Done to the answer on its way back. */
  answer?: (real: Answer) => Answer | "drop";
}

export function joinHooks(all: RunHooks[]): RunHooks {
  return {
    beforeSave: (moment, run) => all.forEach((hooks) => hooks.beforeSave?.(moment, run)),
    afterSave: (moment, run) => all.forEach((hooks) => hooks.afterSave?.(moment, run)),
    duplicateName: all.find((hooks) => hooks.duplicateName !== undefined)?.duplicateName,
  };
}
