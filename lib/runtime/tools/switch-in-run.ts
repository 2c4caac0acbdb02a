import type { TenantTransaction } from "@/db/client";
import { isPassingFault } from "@/db/passing-faults";
import { isUnreadableSwitches, readStoredSwitches } from "@/db/queries/controls/kill-switches";
import { findEngagedSwitch } from "@/db/queries/pushes/pushes";
import type { SwitchName } from "@/lib/core/kill-switch";
import { judgeSwitches } from "@/lib/gateway/controls/switch-seal";
import { type ToolCall, type ToolResult, postponed } from "./tool";

/** The switch for everything that the gateway sends. The other two stop writes to NetSuite and high tiers; a request is neither. */
const SWITCHES: readonly SwitchName[] = ["proposed_apply"];

/** A released switch wakes no step, so the step has to look again. */
const LOOK_AGAIN_MS = 15_000;

const halted = (message: string) => postponed("halted", message, LOOK_AGAIN_MS);

class Halted extends Error {
  override readonly name = "Halted";
}

/**
 * The last look before a step sends or asks, in the transaction that writes its receipt: an engagement waits for that
 * transaction, or ends it. Throws where a switch is engaged, so that nothing of the transaction stays.
 */
export async function assertNotHalted(
  tx: TenantTransaction,
  { tenantId, gateway }: Pick<ToolCall, "tenantId" | "gateway">,
): Promise<void> {
  const seen = judgeSwitches(await readStoredSwitches(tx, tenantId));
  const engaged = await findEngagedSwitch(tx, tenantId, SWITCHES, gateway.switchesFromEnvironment, seen);
  if (!engaged) return;
  throw new Halted(
    engaged.name === "unreadable"
      ? "A kill switch has no row, which counts as engaged."
      : `The kill switch ${engaged.name} is engaged: nothing of this run goes out until it is released.`,
  );
}

/** Awaits the transaction before a step sends. The step waits where a switch stopped it, or where an engagement ended it. */
export async function waitWhileHalted<Ready>(prepare: Promise<Ready>): Promise<Ready | ToolResult> {
  try {
    return await prepare;
  } catch (error) {
    if (error instanceof Halted) return halted(error.message);
    if (isUnreadableSwitches(error))
      return halted("The kill switches could not be read, which counts as engaged.");
    if (isPassingFault(error)) return halted("The database was busy, or a kill switch was just engaged.");
    throw error;
  }
}
