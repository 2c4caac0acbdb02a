import type { OwnerSql } from "@/db/client";
import type { Person } from "@/lib/core/access/principal";
import type { Gateway } from "@/lib/gateway/context";
import { setKillSwitch } from "@/lib/gateway/controls/set-kill-switch";
import { steppedUp } from "./step-up";

/** Engages a switch by this person's token, or releases it in a session with a fresh second factor. */
export async function flipSwitch(
  owner: OwnerSql,
  person: Person,
  change: Parameters<typeof setKillSwitch>[1],
  gateway: Gateway,
) {
  const by = change.engaged ? person : await steppedUp(owner, person, "release_switch", change.name);
  return setKillSwitch(by, change, gateway);
}
