import type { StoredValue } from "../store/stored-record";

/** One row of a search: a record, or one line or location of it. */
export interface SearchRow {
  id: string;
  recordType: string;
  values: Record<string, StoredValue>;
  /** What a reference shows, where that is not its id. */
  texts?: Record<string, string>;
}
