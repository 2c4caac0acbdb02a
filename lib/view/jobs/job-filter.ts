/** What the page of runs shows, as its address says it. */
export interface RunFilter {
  status: RunStatus | null;
  /** A function's name. */
  fn: string | null;
  startedBy: "event" | "clock";
  actionId: number | null;
}

export type RunStatus = "running" | "completed" | "failed" | "cancelled";
export const RUN_STATES: readonly RunStatus[] = ["running", "failed", "completed", "cancelled"];
const runsPerPage = 25;

/** Whatever else an address holds means nothing. */
export function parseRunFilter(param: (name: string) => string | null): RunFilter {
  const fn = param("function");
  const action = param("action");
  return {
    status: RUN_STATES.find((state) => state === param("state")) ?? null,
    fn: fn !== null && /^[\w-]{1,100}$/.test(fn) ? fn : null,
    startedBy: param("started") === "clock" ? "clock" : "event",
    actionId: action !== null && /^[1-9]\d{0,14}$/.test(action) ? Number(action) : null,
  };
}

/** The address that says it. */
export function runFilterHref(filter: RunFilter): string {
  const { status, fn, startedBy, actionId } = filter;
  const search = new URLSearchParams({
    ...(status ? { state: status } : {}),
    ...(fn ? { function: fn } : {}),
    ...(startedBy === "clock" && !fn ? { started: "clock" } : {}),
    ...(actionId === null ? {} : { action: String(actionId) }),
  });
  return search.size > 0 ? `/runs?${search.toString()}` : "/runs";
}

/** What the contract is asked for: one function's runs whoever started them, else those of one kind of start. */
export function runsQueryOf({ status, fn, startedBy, actionId }: RunFilter): URLSearchParams {
  return new URLSearchParams({
    ...(status ? { status } : {}),
    ...(fn ? { function: fn } : { started_by: startedBy }),
    ...(actionId === null ? {} : { action_id: String(actionId) }),
    limit: String(runsPerPage),
  });
}

export function isSameFilter(one: RunFilter, other: RunFilter): boolean {
  return runFilterHref(one) === runFilterHref(other);
}

export const runHref = (id: string): string => `/runs/${id}`;
export const runsOfAction = (actionId: number): string => `/runs?action=${actionId}`;
