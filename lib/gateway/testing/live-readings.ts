import { type LiveView, liveViewSchema } from "@/lib/contract/actions/live-view";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { readLive } from "@/lib/gateway/live/read-live";
import { proposals } from "./proposals";
import type { World } from "./world";

type Read = Extract<LiveView, { state: "read" }>;

/** Readings of records that move under their proposals. */
export function readingsOf(world: World) {
  const { account, gateway, approver } = world;
  return {
    async lookAt(id: number, by = approver, over = gateway): Promise<Read> {
      const live = liveViewSchema.parse(await readLive(by, id, over));
      if (live.state !== "read") throw new Error(`expected a reading, got ${JSON.stringify(live)}`);
      return live;
    },
    setLimit: (creditlimit: string) => account.edit("customer", "Coastal Pantry", { creditlimit }),
    /** A proposal from 60,000 whose record holds another limit until the test's end. */
    async drifting(to: number, now: string) {
      const { proposal } = await world.propose(proposals.creditLimit(to));
      await world.editDuringTest(
        "customer",
        "Coastal Pantry",
        { creditlimit: now },
        { creditlimit: "60000" },
      );
      return proposal;
    },
    /** Proposes again what a reading showed. */
    repropose: (id: number, live: Read, by = approver) => reproposeAction(by, id, expectedOf(live), gateway),
  };
}

export function expectedOf({ reproposal }: Read) {
  const { shown_hash, risk_level, required_approvals } = reproposal!;
  return { shown_hash, risk_level, required_approvals };
}
