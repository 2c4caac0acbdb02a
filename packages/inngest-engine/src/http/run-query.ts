import {
  anyLabelsPerQueryMax,
  labelLengthMax,
  labelsPerQueryMax,
  runsListedDefault,
  runsListedMax,
} from "../limits";
import type { RunFilter } from "../store/runs-read";
import type { RunStatus } from "../store/runs";

/** The public names of what the store calls a run's status. */
export const statusNames: Record<RunStatus, string> = {
  running: "Running",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
};
const functionIdLengthMax = 500;

/** True for a run's id in the one form that the engine writes. */
export function isRunId(text: string): boolean {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);
}

/** Reads the query of GET /v1/runs; `problem` names the field that is wrong. */
export function readRunQuery(query: URLSearchParams): RunFilter | { problem: string } {
  const statusName = query.get("status");
  const status =
    (Object.keys(statusNames) as RunStatus[]).find((name) => name === statusName?.toLowerCase()) ?? null;
  if (statusName !== null && status === null) return { problem: `status: no run is "${statusName}".` };
  const limit = Number(query.get("limit") ?? runsListedDefault);
  if (!Number.isInteger(limit) || limit < 1 || limit > runsListedMax) {
    return { problem: `limit must be from 1 to ${runsListedMax}.` };
  }
  const trigger = query.get("trigger");
  if (trigger !== null && trigger !== "event" && trigger !== "cron") {
    return { problem: `trigger must be event or cron.` };
  }
  const before = query.get("cursor");
  if (before !== null && !isRunId(before)) return { problem: "cursor must be a run's id." };
  const functionId = query.get("function_id");
  if (functionId !== null && !isPlain(functionId, functionIdLengthMax)) {
    return { problem: `function_id must have from 1 to ${functionIdLengthMax} characters.` };
  }
  const labels = readLabels(query, "label", labelsPerQueryMax);
  if ("problem" in labels) return labels;
  const any = readLabels(query, "any_label", anyLabelsPerQueryMax);
  if ("problem" in any) return any;
  return {
    status,
    functionId,
    eventId: null,
    labels: labels.labels,
    anyLabels: any.labels,
    trigger,
    before,
    limit,
  };
}

/** Each `label` is one plain field of the event and its value: "push_id=7". */
export function readLabels(
  query: URLSearchParams,
  field: "label" | "any_label" = "label",
  countMax = labelsPerQueryMax,
): { labels: string[] } | { problem: string } {
  const labels = query.getAll(field);
  if (labels.length > countMax) return { problem: `${field}: at most ${countMax} may be asked for.` };
  const odd = labels.find((label) => !/^[^=]+=/.test(label) || !isPlain(label, labelLengthMax));
  if (odd === undefined) return { labels };
  return { problem: `${field} must be field=value, of at most ${labelLengthMax} characters.` };
}

/** Postgres takes no NUL. */
function isPlain(text: string, lengthMax: number): boolean {
  return text.length > 0 && text.length <= lengthMax && !text.includes("\0");
}
