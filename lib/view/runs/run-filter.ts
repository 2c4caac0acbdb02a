import { RUN_SEARCH_MAX, type RunStatus, TRIGGER_TYPES, type TriggerType } from "@/lib/core/run/run";

/** The filter of the page of runs, as its address says it. */

/** Statuses that a person looks for together. */
export const RUN_STATES = {
  going: { name: "Under way", statuses: ["queued", "running", "waiting_input", "failed_retryable"] },
  approval: { name: "Waits for approval", statuses: ["waiting_approval"] },
  paused: { name: "Paused", statuses: ["paused"] },
  failed: { name: "Failed", statuses: ["failed_terminal"] },
  succeeded: { name: "Succeeded", statuses: ["succeeded"] },
  cancelled: { name: "Cancelled", statuses: ["cancelled"] },
} as const satisfies Record<string, { name: string; statuses: readonly RunStatus[] }>;
export type RunState = keyof typeof RUN_STATES;
export const RUN_STATE_NAMES = Object.keys(RUN_STATES) as RunState[];

export interface RunFilter {
  state: RunState | null;
  workflow: string | null;
  trigger: TriggerType | null;
  /** Looked for. Empty: nothing. */
  q: string;
}

const runsPerPage = 25;

/** Anything else in an address means nothing. */
export function parseRunFilter(param: (name: string) => string | null): RunFilter {
  const workflow = param("workflow");
  return {
    state: RUN_STATE_NAMES.find((state) => state === param("state")) ?? null,
    workflow: workflow !== null && /^[a-z][a-z0-9-]{0,63}$/.test(workflow) ? workflow : null,
    trigger: TRIGGER_TYPES.find((type) => type === param("trigger")) ?? null,
    // The database takes no NUL.
    q: (param("q") ?? "").replaceAll("\0", "").trim().slice(0, RUN_SEARCH_MAX),
  };
}

export function runFilterHref({ state, workflow, trigger, q }: RunFilter): string {
  const search = new URLSearchParams({
    ...(state ? { state } : {}),
    ...(workflow ? { workflow } : {}),
    ...(trigger ? { trigger } : {}),
    ...(q ? { q } : {}),
  });
  return search.size > 0 ? `/runs?${search.toString()}` : "/runs";
}

/** The query of GET /api/runs. */
export function runsQueryOf({ state, workflow, trigger, q }: RunFilter): URLSearchParams {
  return new URLSearchParams({
    ...(state ? { status: RUN_STATES[state].statuses.join(",") } : {}),
    ...(workflow ? { workflow } : {}),
    ...(trigger ? { trigger_type: trigger } : {}),
    ...(q ? { q } : {}),
    limit: String(runsPerPage),
  });
}

export const runHref = (id: number): string => `/runs/${id}`;
export const stepAnchor = (stepId: string): string => `step-${stepId}`;
