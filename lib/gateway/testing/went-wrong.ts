import { expect } from "vitest";
import type { Person } from "@/lib/core/access/principal";
import type { amendmentsOf } from "./amendments";
import { mintEditToken } from "./decisions";
import { proposals } from "./proposals";
import type { World } from "./world";

/**
 * Writes that people approve and that then go wrong, each in its own way. `whenDecided` is called after each approval, before the write
 * is sent.
 */
export function writesGoingWrong(
  world: World,
  verbs: Pick<ReturnType<typeof amendmentsOf>, "push">,
  whenDecided: () => Promise<unknown> = () => Promise.resolve(),
) {
  const keyOf = (actionId: number) => `cs-${world.tenantId}-${actionId}`;
  return {
    /** L4: its record changes before it is sent. */
    async goStale(by: Person, to: number) {
      const { proposal } = await world.propose(proposals.creditLimit(to));
      await world.decide(by, proposal);
      await whenDecided();
      const [now, then] = [{ creditlimit: "64000" }, { creditlimit: "60000" }];
      await world.editDuringTest("customer", "Coastal Pantry", now, then);
      expect(await verbs.push(proposal.id)).toEqual({ outcome: "stale" });
      return proposal;
    },
    /** L5, by both of them. */
    async goStaleByTwo(both: readonly Person[]) {
      const { proposal } = await world.propose(proposals.bigCreditRevoke());
      expect(proposal.required_approvals).toBe(2);
      for (const person of both)
        await world.decide(person, proposal, { editToken: await mintEditToken(world, person, proposal) });
      const [now, then] = [{ creditlimit: "130000" }, { creditlimit: "120000" }];
      await world.editDuringTest("customer", "Halvorsen Markets", now, then);
      expect(await verbs.push(proposal.id)).toEqual({ outcome: "stale" });
      return proposal;
    },
    /** L2: NetSuite refuses it. */
    async goDead(by: Person) {
      const { proposal } = await world.propose(proposals.arNote());
      await world.decide(by, proposal);
      await whenDecided();
      await world.account.fault("closed_period", { key: keyOf(proposal.id) });
      expect(await verbs.push(proposal.id)).toEqual({ outcome: "dead" });
      return proposal;
    },
    /** L3: a script of the account changes what was written. */
    async goMismatched(by: Person) {
      const { proposal } = await world.propose(proposals.bidPrice("1.43"));
      await world.decide(by, proposal);
      await world.account.fault("user_event_changes_value", { key: keyOf(proposal.id), value: "1.44" });
      await verbs.push(proposal.id);
      return proposal;
    },
  };
}
