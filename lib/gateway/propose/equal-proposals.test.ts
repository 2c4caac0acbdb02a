import { describe, expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { AgentTurns, turnLimitsFor } from "@/lib/gateway/agent-turns";
import type { Gateway } from "@/lib/gateway/context";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { proposals } from "@/lib/gateway/testing/proposals";
import { newGate, refusalOf, runOut, until } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { owner } = world;

let agents = 0;
const newAgent = (onBehalfOf: number | null = null) => world.home.agent(`equal-${(agents += 1)}`, onBehalfOf);
const rowsOf = async ({ agentId }: AgentPrincipal) =>
  (
    await owner<{ n: number }[]>`SELECT count(*)::int AS n FROM proposed_actions WHERE agent_id = ${agentId}`
  )[0]!.n;

describe("an equal proposal of one agent that waits", () => {
  test("is answered in the place of a second one: without a key, for another reason, and under a new key", async () => {
    const agent = await newAgent();
    const input = proposals.arNote();
    const first = await world.proposeExactly(input, agent);
    expect(first.created).toBe(true);
    for (const [again, key] of [
      [input, null],
      [{ ...input, reason: "Another one" }, null],
      [input, "a-key"],
      [{ ...input, context: { ticket: "T-1" } }, "another-key"],
    ] as const)
      expect(await world.proposeExactly(again, agent, key)).toEqual({
        created: false,
        proposal: first.proposal,
      });
    expect(await rowsOf(agent)).toBe(1);
  });

  test("is answered also where its record can be read no more", async () => {
    const agent = await newAgent();
    const { proposal } = await world.proposeExactly(proposals.bidPrice(), agent);
    const deaf: Gateway = {
      ...world.gateway,
      netsuite: { ...world.gateway.netsuite, read: () => Promise.reject(new Error("NetSuite was asked")) },
    };
    for (const key of [null, "while-deaf"])
      expect(await world.proposeExactly(proposals.bidPrice(), agent, key, deaf)).toEqual({
        created: false,
        proposal,
      });
  });

  test("is found by every one of many requests at once, each under a key of its own, by two processes", async () => {
    const other = openDatabase(world.db.urls.app, { poolMax: 6 });
    const gateways = [world.gateway, { ...world.gateway, database: other }].map((gateway) => {
      const gate = newGate();
      let begun = 0;
      const read: Gateway["netsuite"]["read"] = async (...request) => {
        begun += 1;
        await gate.opened;
        return world.gateway.netsuite.read(...request);
      };
      const agentTurns = new AgentTurns(turnLimitsFor(6));
      return {
        gate,
        begun: () => begun,
        gateway: { ...gateway, agentTurns, netsuite: { ...gateway.netsuite, read } },
      };
    });
    try {
      const agent = await newAgent();
      const requests = gateways.flatMap(({ gateway }, process) =>
        [1, 2].map((call) =>
          world.proposeExactly(proposals.bidPrice(), agent, `at-once-${process}-${call}`, gateway),
        ),
      );
      // Each process has passed its first look, which found nothing, before either may store.
      await until("both processes reading", async () => gateways.every(({ begun }) => begun() > 0));
      for (const { gate } of gateways) gate.open();
      const answers = await Promise.all(requests);
      expect(new Set(answers.map(({ proposal }) => proposal.id)).size).toBe(1);
      expect(answers.filter(({ created }) => created)).toHaveLength(1);
      expect(await rowsOf(agent)).toBe(1);
    } finally {
      await other.end();
    }
  });

  test("is none of another agent, of another person's, of a person's own version, or of the past", async () => {
    const { edit } = amendmentsOf(world);
    const agent = await newAgent();
    const input = proposals.creditLimit(62_000);
    const first = (await world.proposeExactly(input, agent)).proposal;
    const forAna = { ...agent, onBehalfOfUserId: world.approver.userId };
    const others = [await newAgent(), forAna, (await world.addTenant()).agent("elsewhere")];
    for (const by of others)
      expect((await world.proposeExactly(input, await by)).proposal.id, "of another asker").not.toBe(
        first.id,
      );
    expect((await world.proposeExactly(input, forAna)).created).toBe(false);

    const edited = await edit(first, { changes: [{ field: "creditlimit", to: "62500" }], reason: "Half" });
    expect(edited.id).not.toBe(first.id);
    const same = proposals.creditLimit(62_500);
    const anew = (await world.proposeExactly(same, agent)).proposal;
    expect(anew.id).not.toBe(edited.id);
    await withdrawProposal(agent, anew.id, world.gateway);
    const third = (await world.proposeExactly(same, agent)).proposal;
    expect(third.id).not.toBe(anew.id);
    await runOut(world.superuser, third.id);
    expect((await world.proposeExactly(same, agent)).created).toBe(true);
  });
});

describe("a key that an equal proposal was answered under", () => {
  test("stands for it after the decision too, and makes no second write", async () => {
    const agent = await newAgent();
    const input = proposals.arNote();
    const { proposal } = await world.proposeExactly(input, agent, "first-key");
    await world.proposeExactly(input, agent, "second-key");
    await world.decide(world.approver, proposal);
    for (const key of ["second-key", "first-key"])
      expect(await world.proposeExactly(input, agent, key)).toMatchObject({
        created: false,
        proposal: { id: proposal.id, status: "approved" },
      });
    expect(await rowsOf(agent)).toBe(1);
    expect((await world.proposeExactly(input, agent, "third-key")).created).toBe(true);
  });

  test("belongs to its own body: another is refused, also the first key's where it differs", async () => {
    const agent = await newAgent();
    const input = proposals.arNote();
    const { proposal } = await world.proposeExactly(input, agent, "one");
    const reasoned = { ...input, reason: "Another one" };
    await world.proposeExactly(reasoned, agent, "two");
    expect((await world.proposeExactly(reasoned, agent, "two")).proposal.id).toBe(proposal.id);
    for (const other of [input, proposals.arNote()])
      expect(await refusalOf(world.proposeExactly(other, agent, "two"))).toMatchObject({
        code: "idempotency_conflict",
        members: { id: proposal.id },
      });
  });

  test("is each agent's own, and nobody changes or deletes it", async () => {
    const [agent, other] = [await newAgent(), await newAgent()];
    const input = proposals.arNote();
    await world.proposeExactly(input, agent);
    const mine = await world.proposeExactly(input, agent, "shared-key");
    const theirs = await world.proposeExactly(input, other, "shared-key");
    expect(theirs.proposal.id).not.toBe(mine.proposal.id);
    for (const statement of [
      owner`UPDATE proposal_keys SET idempotency_key = 'x'`,
      owner`DELETE FROM proposal_keys`,
    ])
      await expect(statement).rejects.toMatchObject({ code: "CS001" });
  });

  test("leads to a proposal that its agent withdrew: that key asks for nothing any more", async () => {
    const agent = await newAgent();
    const input = proposals.bidPrice();
    const { proposal } = await world.proposeExactly(input, agent);
    await world.proposeExactly(input, agent, "late-key");
    await withdrawProposal(agent, proposal.id, world.gateway);
    expect(await world.proposeExactly(input, agent, "late-key")).toMatchObject({
      created: false,
      proposal: { id: proposal.id, status: "cancelled" },
    });
  });
});
