import type { DeadLetter, Overview } from "@/lib/contract/action-view";
import type { Dashboard } from "@/lib/contract/dashboard-view";
import type { Person } from "@/lib/core/principal";

export async function readOverview(_person: Person): Promise<Overview> {
  throw new Error("not built yet");
}
export async function readDashboard(_person: Person): Promise<Dashboard> {
  throw new Error("not built yet");
}
/** Newest first, at most 200, not yet replayed. */
export async function listDeadLetters(_person: Person): Promise<DeadLetter[]> {
  throw new Error("not built yet");
}
