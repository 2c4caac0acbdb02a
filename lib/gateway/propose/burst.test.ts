import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "@/db/client";
import { slowness } from "@/e2e/support/slowness";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { type Gateway, createDetachedGateway } from "@/lib/gateway/context";
import { setKillSwitch } from "@/lib/gateway/controls/set-kill-switch";
import { proposals } from "@/lib/gateway/testing/proposals";
import { newGate, outcomeOf } from "@/lib/gateway/testing/race";
import { priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Long rolls, many at once, in a process with the pool of an installation. */
const rolls = 20;
const lines = 300;
const rounds = 3;
const answeredMsMax = 2_000 * slowness;

const world = await useWorld();
await widenAssortment(world.account);
const other = await world.addTenant();
const otherAdmin = await other.person("Bo", "admin");
const otherApprover = await other.person("Otto", "approver");
const otherAgent = await other.agent("other-agent");

/**
 * NetSuite answers at once, and takes nothing of this process's time. `begun` resolves once the first roll of the burst has been
 * read.
 */
async function openServing() {
  const database = openDatabase(world.db.urls.app, { poolMax: 20 });
  onTestFinished(() => database.end());
  const honest = world.gateway.netsuite;
  const begun = newGate();
  const answer = await honest.readMany(await requestsOfRoll());
  const readMany: RestletClient["readMany"] = async () => {
    begun.open();
    return answer;
  };
  const gateway = createDetachedGateway({ database, netsuite: { ...honest, readMany } });
  // Connections are open and the code is warm, as in a process that serves.
  await flip(gateway);
  await world.decide(
    otherApprover,
    (await world.propose(proposals.arNote(), otherAgent)).proposal,
    {},
    gateway,
  );
  return { gateway, begun: begun.opened };
}

/** The requests by which a roll is read. */
async function requestsOfRoll() {
  const asked = newGate<Parameters<RestletClient["readMany"]>[0]>();
  const { netsuite } = world.gateway;
  const readMany: RestletClient["readMany"] = (requests) => {
    asked.open(requests);
    return netsuite.readMany(requests);
  };
  await world.propose(priceRoll(rollLines(lines)), world.agent, null, {
    ...world.gateway,
    netsuite: { ...netsuite, readMany },
  });
  return asked.opened;
}

const flip = (gateway: Gateway) =>
  setKillSwitch(otherAdmin, { name: "high_risk_ops", engaged: true, reason: "a test" }, gateway);

const elapsedMs = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return Math.round(performance.now() - startedAt);
};

const bursts: [string, () => Promise<AgentPrincipal[]>][] = [
  ["one agent's proposals", async () => [world.agent]],
  ["ten agents' proposals", () => Promise.all(tenNames.map((name) => world.home.agent(name)))],
];
const tenNames = Array.from({ length: 10 }, (_, index) => `agent-${index}`);

test.each(bursts)(
  "a burst of %s keeps neither a switch nor another company's approval waiting",
  async (_whose, agentsOf) => {
    const agents = await agentsOf();
    const { gateway, begun } = await openServing();
    const theirs = [];
    for (let round = 0; round < rounds; round += 1)
      theirs.push((await world.propose(proposals.arNote(), otherAgent)).proposal);

    const burst = Promise.all(
      Array.from({ length: rolls }, (_, index) =>
        outcomeOf(world.propose(priceRoll(rollLines(lines)), agents[index % agents.length], null, gateway)),
      ),
    );
    await begun;
    const figures = [];
    for (const proposal of theirs) {
      const [switchMs, approvalMs] = await Promise.all([
        elapsedMs(() => flip(gateway)),
        elapsedMs(() => world.decide(otherApprover, proposal, {}, gateway)),
      ]);
      figures.push({ switchMs, approvalMs });
    }
    const startedAt = performance.now();
    expect((await burst).filter(({ value }) => !value?.created)).toEqual([]);
    if (process.env.BURST_FIGURES)
      console.table([...figures, { afterwardsMs: performance.now() - startedAt }]);
    for (const { switchMs, approvalMs } of figures)
      expect.soft(Math.max(switchMs, approvalMs), JSON.stringify(figures)).toBeLessThan(answeredMsMax);
  },
);
