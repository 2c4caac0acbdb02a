import type { Session } from "./account/session";
import { suiteError } from "./modules/error";
import type { SavedSearches } from "./search/saved-search";
import type { RecordStore } from "./store/record-store";
import type { StoredRecord } from "./store/stored-record";

/** One execution of the script: what it may do, what a fault does to it, and whether it was killed. */
export interface Run {
  store: RecordStore;
  searches: SavedSearches;
  actionKey: string | null;
  /** The parsed request, for faults that act on its target. */
  request: Record<string, unknown>;
  parameters: Readonly<Record<string, string>>;
  session: Session;
  hooks: RunHooks;
  usage: { left: number };
  /** Set when the process "died": every further call of a NetSuite module throws and the answer is lost. */
  killed: ScriptDeath | null;
}

/** `record` is the version about to be saved; `isNew` for a create. Bookkeeping saves are told apart. */
export interface SaveMoment {
  record: StoredRecord;
  isNew: boolean;
  isBookkeeping: boolean;
}

export interface RunHooks {
  beforeSave?(moment: SaveMoment, run: Run): void;
  afterSave?(moment: SaveMoment, run: Run): void;
  /** The error name of a duplicate external id; it differs by source. */
  duplicateName?: string;
}

/** How a killed script looks from outside. */
export type ScriptDeath = "connection_lost" | "usage_exceeded" | "time_exceeded";

export const GOVERNANCE_UNITS = 5_000;

export function chargeUnits(run: Run, units: number): void {
  if (run.killed) throw suiteError("UNEXPECTED_ERROR", "The script is no longer running.");
  run.usage.left -= units;
  if (run.usage.left < 0) kill(run, "usage_exceeded");
}

/** Ends the script as a crash does: not even its own catch blocks may go on writing. */
export function kill(run: Run, death: ScriptDeath): never {
  run.killed = death;
  throw suiteError("UNEXPECTED_ERROR", "The script was ended.");
}
