import { type VirtualClock, installVirtualClock, removeVirtualClock } from "@/db/virtual-clock/virtual-clock";
import type { Clock } from "@/lib/clock";
import { control } from "../simulated-account";

/** The clocks of everything that takes part in the past: the verbs, the database and the simulated account. */
export interface Clocks {
  clock: Clock;
  moveTo(at: Date): Promise<void>;
  /** Back to the present. Close every connection to the database before. */
  end(): Promise<void>;
}

/** Requires the database and the account for itself meanwhile. */
export async function borrowClocks(
  { superuserUrl, simulatorUrl }: { superuserUrl: string; simulatorUrl: string },
  startAt: Date,
): Promise<Clocks> {
  const database: VirtualClock = await installVirtualClock(superuserUrl, startAt);
  let now = startAt;
  const moveTo = async (at: Date) => {
    now = at;
    await Promise.all([database.set(at), shiftAccount(simulatorUrl, at.getTime() - Date.now())]);
  };
  await moveTo(startAt);
  return {
    clock: { now: () => now },
    moveTo,
    end: async () => {
      await Promise.all([database.end(), shiftAccount(simulatorUrl, 0)]);
      await removeVirtualClock(superuserUrl);
    },
  };
}

const shiftAccount = (simulatorUrl: string, offsetMs: number): Promise<void> =>
  control(simulatorUrl, "PATCH", "settings", { clock_offset_ms: Math.round(offsetMs) });
