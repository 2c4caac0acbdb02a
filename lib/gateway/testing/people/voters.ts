import { expect } from "vitest";
import { changeRole } from "@/lib/gateway/access/people/role-changes";
import { addPerson } from "@/lib/gateway/access/people/add-person";
import { resetSecondFactor } from "@/lib/gateway/access/people/person-changes";
import type { AgentPrincipal, Person, Role } from "@/lib/core/access/principal";
import type { StepUpPurpose } from "@/lib/core/access/step-up";
import { mintEditToken, putPolicyInForce } from "../decisions";
import { proposals } from "../proposals";
import { steppedUp } from "../step-up";
import type { World } from "../world";

/** Companies of a test's own, whose administrators add, raise and reset people, and whose agent proposes for their votes. */
export function votersOf(world: World) {
  const { gateway, owner } = world;
  const steppedUpBy = (admin: Person, purpose: StepUpPurpose, subject: string | number) =>
    steppedUp(owner, admin, purpose, subject);
  let addedCount = 0;

  return {
    steppedUpBy,

    async company(roles: Record<string, Role>) {
      const home = await world.addTenant();
      const people: Record<string, Person> = {};
      for (const [name, role] of Object.entries(roles)) people[name] = await home.person(name, role);
      const agent = await home.agent("an-agent");
      return { ...home, people, agent };
    },

    /** Somebody whom this administrator adds, as the product does it. */
    async add(admin: Person, name: string, role: Role): Promise<Person> {
      addedCount += 1;
      const email = `${name.toLowerCase()}-${addedCount}@${admin.tenantSlug}.test`;
      const { person } = await addPerson(
        await steppedUpBy(admin, "add_person", `${email}:${role}`),
        { name, email, role },
        gateway,
      );
      return { ...admin, userId: person.id, name, email, role };
    },

    setRole: async (admin: Person, { userId }: Person, role: Role) =>
      changeRole(await steppedUpBy(admin, "change_role", `${userId}:${role}`), { id: userId, role }, gateway),

    /** Gives somebody new credentials. */
    reset: async (admin: Person, { userId }: Person) =>
      resetSecondFactor(await steppedUpBy(admin, "reset_second_factor", userId), userId, gateway),

    /** Writes down these people, in this order, as the makers of the agent's key. */
    setKeyMakers: (agent: AgentPrincipal, ...makers: Person[]) => owner`
      UPDATE agents SET key_makers = ${makers.map(({ userId }) => userId)}::bigint[] WHERE id = ${agent.agentId}`,

    letPass: (hours: number) => owner`
      UPDATE memberships SET in_office_since = in_office_since - make_interval(hours => ${hours}),
        left_office_at = left_office_at - make_interval(hours => ${hours}),
        recovered_at = recovered_at - make_interval(hours => ${hours})`,

    async proposeL4(agent: AgentPrincipal) {
      const { proposal } = await world.propose(proposals.creditLimit(), agent);
      expect(proposal.risk_level).toBe(4);
      return proposal;
    },

    async proposeL5(agent: AgentPrincipal) {
      const { proposal } = await world.propose(proposals.creditRevoke(), agent);
      expect(proposal.risk_level).toBe(5);
      return proposal;
    },

    /** From now on two must approve at L5. */
    askTwoAtL5: (tenantId: number) =>
      putPolicyInForce(world, tenantId, (text) =>
        text.replace(
          "resource.impactCents > 10000000 && resource.approverCount >= 2",
          "resource.approverCount >= 2",
        ),
      ),

    async approveL5(person: Person, proposal: { id: number; payload_hash: string }) {
      return world.decide(person, proposal, { editToken: await mintEditToken(world, person, proposal) });
    },
  };
}
