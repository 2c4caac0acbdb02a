import type { ActionDetail, ActionList, ListQuery, LiveView } from "@/lib/contract/action-view";
import type { Person } from "@/lib/core/principal";

/** Keyset-paged, newest first within the chosen view. */
export async function listActions(_person: Person, _query: ListQuery): Promise<ActionList> {
  throw new Error("not built yet");
}

/** @throws AppError not_found, also for another tenant's id. */
export async function readAction(_person: Person, _id: number): Promise<ActionDetail> {
  throw new Error("not built yet");
}

/** Reads the record as it is in NetSuite now. Never throws for NetSuite's sake: `unreadable` says why. @throws AppError not_found */
export async function readLive(_person: Person, _id: number): Promise<LiveView> {
  throw new Error("not built yet");
}
