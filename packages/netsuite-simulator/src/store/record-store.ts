import type { Journal } from "./journal";
import { RECORD_TYPES } from "./schema";
import { type Author, type Commit, type StoredRecord, diffRecords } from "./stored-record";

/** The writes of one step. */
export interface Step {
  puts?: StoredRecord[];
  /** Records that change as a consequence of the puts, such as stock; part of the same commit. */
  effects?: StoredRecord[];
  deletes?: { type: string; id: string }[];
  by: Author;
  actionKey: string | null;
  source: Commit["source"];
}

interface RecordStoreOptions {
  journal: Journal;
  now: () => Date;
  /** The records of a journal that holds none yet. */
  seed: () => StoredRecord[];
}

const FIRST_ID = 1_001;

/** The simulated account's records. Everything is synchronous: one save is one step, as in NetSuite. */
export class RecordStore {
  readonly #journal: Journal;
  readonly #now: () => Date;
  readonly #types = new Map<string, Map<string, StoredRecord>>();
  readonly #externalIds = new Map<string, string>();
  readonly #lastIds = new Map<string, number>();
  readonly #commits: Commit[] = [];

  constructor({ journal, now, seed }: RecordStoreOptions) {
    this.#journal = journal;
    this.#now = now;
    const entries = journal.entries();
    for (const entry of entries) {
      for (const record of entry.puts) this.#remember(record);
      this.#commits.push(...entry.commits);
    }
    if (entries.length > 0) return;
    const puts = seed();
    for (const record of puts) this.#remember(record);
    journal.append({ puts, deletes: [], commits: [] });
  }

  /** A copy that the caller may change. */
  get(type: string, id: string): StoredRecord | null {
    return copy(this.#table(type).get(id));
  }

  /** The records themselves, for looking: changing one would bypass the journal. */
  all(type: string): readonly Readonly<StoredRecord>[] {
    return [...this.#table(type).values()];
  }

  /** As people read it: names of a list where the record holds their ids. */
  inNames<Held extends StoredRecord | null>(record: Held): Held {
    if (!record) return record;
    const named = Object.entries(RECORD_TYPES[record.type]?.named ?? {}).map(([field, list]) => [
      field,
      this.get(list, record.fields[field] ?? "")?.fields.name ?? null,
    ]);
    return { ...record, fields: { ...record.fields, ...Object.fromEntries(named) } };
  }

  byExternalId(type: string, externalId: string): StoredRecord | null {
    const id = this.#externalIds.get(`${type}/${externalId}`);
    return id === undefined ? null : this.get(type, id);
  }

  nextId(type: string): string {
    const id = (this.#lastIds.get(type) ?? FIRST_ID - 1) + 1;
    this.#lastIds.set(type, id);
    return String(id);
  }

  commits(actionKey?: string): Commit[] {
    return this.#commits.filter((commit) => actionKey === undefined || commit.action_key === actionKey);
  }

  /** Puts and deletes in one atomic step; stamps versions and dates; writes the auditor's rows. */
  apply(step: Step): void {
    const at = this.#now().toISOString();
    const puts = (step.puts ?? []).map((record) => stamp(record, at, step.by.name));
    const effects = (step.effects ?? []).map((record) => stamp(record, at, step.by.name));
    const deletes = step.deletes ?? [];
    const commits = [
      ...deletes.map(({ type, id }) => this.#commitOf(step, at, this.get(type, id), null)),
      ...puts.map((record) => this.#commitOf(step, at, this.get(record.type, record.id), record)),
    ].filter((commit) => commit !== null);
    for (const commit of commits) commit.seq = this.#commits.push(commit);
    this.#journal.append({ puts: [...puts, ...effects], deletes, commits });
    for (const { type, id } of deletes) this.#forget(type, id);
    for (const record of [...puts, ...effects]) this.#remember(record);
  }

  close(): void {
    this.#journal.close();
  }

  #commitOf(step: Step, at: string, before: StoredRecord | null, after: StoredRecord | null): Commit | null {
    const record = after ?? before;
    if (!record || RECORD_TYPES[record.type]?.bookkeeping) return null;
    return {
      seq: 0,
      at,
      action_key: step.actionKey,
      source: step.source,
      by: step.by,
      operation: before ? (after ? "update" : "delete") : "create",
      record: { type: record.type, id: record.id },
      changes: diffRecords(this.inNames(before), this.inNames(after)).filter(
        ({ field }) => field !== "lastmodifieddate",
      ),
    };
  }

  #table(type: string): Map<string, StoredRecord> {
    const table = this.#types.get(type) ?? new Map<string, StoredRecord>();
    this.#types.set(type, table);
    return table;
  }

  #remember(record: StoredRecord): void {
    this.#table(record.type).set(record.id, record);
    const { externalid } = record.fields;
    if (externalid) this.#externalIds.set(`${record.type}/${externalid}`, record.id);
    this.#lastIds.set(
      record.type,
      Math.max(this.#lastIds.get(record.type) ?? FIRST_ID - 1, Number(record.id)),
    );
  }

  #forget(type: string, id: string): void {
    const externalid = this.#table(type).get(id)?.fields.externalid;
    if (externalid) this.#externalIds.delete(`${type}/${externalid}`);
    this.#table(type).delete(id);
  }
}

function copy(record: StoredRecord | undefined): StoredRecord | null {
  return record ? structuredClone(record) : null;
}

function stamp(record: StoredRecord, at: string, by: string): StoredRecord {
  const dates: StoredRecord["fields"] = { lastmodifieddate: at, created: record.fields.created ?? at };
  const fields = { ...record.fields, ...(RECORD_TYPES[record.type]?.undated ? {} : dates) };
  return { ...record, fields, version: record.version + 1, lastModifiedAt: at, lastModifiedBy: by };
}
