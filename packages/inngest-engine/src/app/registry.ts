import type { EngineFunction, Refusal } from "./function-config";

/** The app's last registration. Empty and not synced until the first sync of this process succeeded. */
export interface Registry {
  appId: string | null;
  functions: EngineFunction[];
  refused: Refusal[];
  /** Unix milliseconds of the last sync that succeeded; null before the first. */
  syncedAtMs: number | null;
  /** Why the app cannot be reached just now; null while it can. */
  problem: string | null;
}

export function emptyRegistry(): Registry {
  return { appId: null, functions: [], refused: [], syncedAtMs: null, problem: null };
}
