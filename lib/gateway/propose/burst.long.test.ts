import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "@/db/client";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { createDetachedGateway } from "@/lib/gateway/context";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { proposals } from "@/lib/gateway/testing/proposals";
import { newGate, until } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** More than the process has connections. */
const burst = 30;
const poolMax = 20;
/** Half of a third of the connections. */
const turnsOfTenant = 3;

const world = await useWorld();
const other = await world.addTenant();
const otherAdmin = await other.person("Bo", "admin");
const otherApprover = await other.person("Otto", "approver");
const otherAgent = await other.agent("other-agent");

/** A process whose reads of NetSuite wait for the test. */
function openServing() {
  const database = openDatabase(world.db.urls.app, { poolMax });
  onTestFinished(() => database.end());
  const honest = world.gateway.netsuite;
  const gate = newGate();
  let begun = 0;
  const read: RestletClient["read"] = async (...request) => {
    begun += 1;
    await gate.opened;
    return honest.read(...request);
  };
  const gateway = createDetachedGateway({ database, netsuite: { ...honest, read } });
  return { gateway, answer: () => gate.open(), begun: () => begun };
}

const tenNames = Array.from({ length: 10 }, (_, index) => `agent-${index}`);
const bursts: [string, number, () => Promise<AgentPrincipal[]>][] = [
  ["one agent's proposals", 1, async () => [world.agent]],
  ["ten agents' proposals", turnsOfTenant, () => Promise.all(tenNames.map((name) => world.home.agent(name)))],
];

test.each(bursts)(
  "a burst of %s is taken in by %i at a time, and keeps no switch and nobody else's approval or proposal waiting",
  async (_whose, turns, agentsOf) => {
    const agents = await agentsOf();
    const { gateway, answer, begun } = openServing();
    const theirs = (await world.propose(proposals.arNote(), otherAgent)).proposal;

    const taken = Array.from({ length: burst }, (_, index) =>
      world.propose(proposals.arNote(), agents[index % agents.length], null, gateway),
    );
    await until("the burst being taken in", async () => begun() >= turns);
    const change = { name: "ns_writes", engaged: true, reason: "a test" } as const;
    await flipSwitch(world.owner, otherAdmin, change, gateway);
    expect(await world.decide(otherApprover, theirs, {}, gateway)).toMatchObject({ outcome: "claimed" });
    expect(begun()).toBe(turns);
    const fromElsewhere = world.propose(proposals.arNote(), otherAgent, null, gateway);
    await until("another company's proposal being taken in", async () => begun() > turns);

    answer();
    const answers = await Promise.all([...taken, fromElsewhere]);
    expect(answers.every(({ created }) => created)).toBe(true);
  },
);
