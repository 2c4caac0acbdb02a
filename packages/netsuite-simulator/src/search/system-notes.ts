import type { RecordStore } from "../store/record-store";
import type { Commit } from "../store/stored-record";
import type { SearchRow } from "./filters";

/**
 * One row per changed field, newest first, as NetSuite keeps them: with the user, the role and the minute. Filters see
 * the whole time; columns show it as the account spells dates.
 */
export function withSystemNotes(store: RecordStore, rows: SearchRow[]): SearchRow[] {
  // Reversed, so that of a transaction's rows the main line stays.
  const byRecord = new Map(rows.toReversed().map((row) => [`${row.recordType}/${row.id}`, row]));
  return store
    .commits()
    .toReversed()
    .flatMap((commit) => {
      const row = byRecord.get(`${commit.record.type}/${commit.record.id}`);
      return row ? commit.changes.map((change) => noteRow(row, commit, change)) : [];
    });
}

const TYPE_BY_OPERATION = { create: "Create", update: "Change", delete: "Delete" } as const;

function noteRow(row: SearchRow, commit: Commit, change: Commit["changes"][number]): SearchRow {
  const notes = {
    "systemnotes.date": commit.at,
    "systemNotes.date": spellMinute(commit.at),
    "systemNotes.name": commit.by?.name ?? null,
    "systemNotes.role": commit.by?.role.id ?? null,
    "systemNotes.field": change.field,
    "systemNotes.oldvalue": change.from,
    "systemNotes.newvalue": change.to,
    "systemNotes.type": TYPE_BY_OPERATION[commit.operation],
    "systemNotes.context": commit.source === "restlet" ? "RESTlet" : "UI",
  };
  const texts = { "systemNotes.role": commit.by?.role.name ?? "" };
  return { ...row, values: { ...row.values, ...notes }, texts };
}

/** `11/20/2026 1:05 pm`, in UTC. */
function spellMinute(iso: string): string {
  const at = new Date(iso);
  const hours = at.getUTCHours();
  const minutes = String(at.getUTCMinutes()).padStart(2, "0");
  const day = `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`;
  return `${day} ${hours % 12 || 12}:${minutes} ${hours < 12 ? "am" : "pm"}`;
}
