import fs from "node:fs";
import path from "node:path";
import type { Commit, StoredRecord } from "./stored-record";

/** One atomic step of the store: what was put, what was deleted, and the auditor's row if it was a business commit. */
export interface JournalEntry {
  puts: StoredRecord[];
  deletes: { type: string; id: string }[];
  commits: Commit[];
}

export interface Journal {
  entries(): JournalEntry[];
  append(entry: JournalEntry): void;
  close(): void;
}

export const memoryJournal = (): Journal => ({ entries: () => [], append: () => {}, close: () => {} });

/**
 * A write-ahead file of JSON lines. One line is one step, so a killed process loses at most the line it was writing,
 * whose answer nobody has seen; a torn last line is dropped.
 */
export function fileJournal(folder: string): Journal {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "journal.jsonl");
  const entries = compact(file);
  const handle = fs.openSync(file, "a");
  return {
    entries: () => entries,
    append: (entry) => fs.writeSync(handle, `${JSON.stringify(entry)}\n`),
    close: () => fs.closeSync(handle),
  };
}

/** Rewrites the file as one step holding the final state; by rename, so that a crash leaves the old file whole. */
function compact(file: string): JournalEntry[] {
  if (!fs.existsSync(file)) return [];
  const records = new Map<string, StoredRecord>();
  const commits: Commit[] = [];
  for (const entry of parseLines(fs.readFileSync(file, "utf8"))) {
    for (const { type, id } of entry.deletes) records.delete(`${type}/${id}`);
    for (const record of entry.puts) records.set(`${record.type}/${record.id}`, record);
    commits.push(...entry.commits);
  }
  if (records.size === 0) return [];
  const whole: JournalEntry = { puts: [...records.values()], deletes: [], commits };
  fs.writeFileSync(`${file}.next`, `${JSON.stringify(whole)}\n`);
  fs.renameSync(`${file}.next`, file);
  return [whole];
}

function parseLines(text: string): JournalEntry[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.flatMap((line, index) => {
    try {
      return [JSON.parse(line) as JournalEntry];
    } catch (error) {
      if (index === lines.length - 1) return [];
      throw error;
    }
  });
}
