import { labelLengthMax, labelsPerRunMax } from "../limits";

/**
 * The labels by which people find a run: "field=value" of its event's plain data fields. Long texts, texts that no index
 * could hold, and labels beyond the limit are left out: such a run is found by its function and time.
 */
export function runLabels(event: unknown): string[] {
  const data = typeof event === "object" && event !== null && "data" in event ? event.data : null;
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data)
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .map(([field, value]) => `${field}=${String(value)}`)
    .filter((label) => label.length <= labelLengthMax && !label.includes("\0") && label.isWellFormed())
    .slice(0, labelsPerRunMax);
}
