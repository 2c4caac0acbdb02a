import { decideAction } from "@/lib/gateway/decide/decide-action";
import type { BenchCompany, Pending } from "../company";
import { elapsedMs } from "../report";

/**
 * Approves each by the verb, `clients` at a time. Returns milliseconds a decision, of the whole round's time.
 * @throws Error where one was not claimed.
 */
export async function decideEach(
  company: BenchCompany,
  work: readonly Pending[],
  clients: number,
): Promise<number> {
  const queue = work.values();
  const client = async () => {
    for (const { id, payload_hash: payloadHash } of queue) {
      const command = {
        actionId: id,
        decision: "approve",
        payloadHash,
        comment: null,
        confirmed: false,
        editToken: null,
        channel: "api",
      } as const;
      const { outcome } = await decideAction(company.person, command, company.gateway);
      if (outcome !== "claimed") throw new Error(`action ${id} ended ${outcome}`);
    }
  };
  return (await elapsedMs(() => Promise.all(Array.from({ length: clients }, client)))) / work.length;
}
