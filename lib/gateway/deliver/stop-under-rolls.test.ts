import { expect, test } from "vitest";
import type { Commit } from "@countersign/netsuite-simulator";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { approve } from "@/lib/gateway/testing/deliver";
import { newGate } from "@/lib/gateway/testing/race";
import { priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { seeded } from "@/lib/gateway/testing/stop/seeded";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { pushAction } from "./push-action";

/**
 * A switch is flipped again and again while four rolls are written. `npm run torture:stop` does it with writes of six seconds,
 * and prints its figures; STOP_SEED repeats a run.
 */
const rounds = Number(process.env.STOP_FLIPS ?? 3);
const writeMs = Number(process.env.STOP_WRITE_MS ?? 150);
const seed = Number(process.env.STOP_SEED ?? 20_261_122);
const slots = 5;
const rolls = 4;

const world = await useWorld({ client: { maxConcurrency: slots, timeoutMs: 30_000 } });
const { gateway, account } = world;
const honest = gateway.netsuite;

type Stage = "reserve" | "write" | "confirm";
const stages: readonly Stage[] = ["reserve", "write", "confirm"];

/**
 * A client that opens a gate when the `count`th call reaches a stage. Writes that are confirmed from then on leave once the
 * switch was acknowledged.
 */
function watched(stage: Stage, count: number) {
  const gate = newGate();
  const acknowledged = newGate();
  let seen = 0;
  const reach = (at: Stage) => {
    if (at === stage && (seen += 1) === count) gate.open();
  };
  const netsuite: RestletClient = {
    ...honest,
    async reserve() {
      reach("reserve");
      return honest.reserve();
    },
    write(request, sending) {
      reach("write");
      const confirm = async () => {
        const notAfter = await sending!.confirm();
        reach("confirm");
        if (stage === "confirm" && seen >= count) await acknowledged.opened;
        return notAfter;
      };
      return honest.write(request, { ...sending!, confirm });
    },
  };
  return { netsuite, reached: gate.opened, acknowledge: acknowledged.open };
}

const readCommits = async () =>
  ((await account.control("GET", "ledger")) as { commits: Commit[] }).commits.filter(
    ({ action_key: key, record }) => key !== null && record.type === "customer",
  );
const flip = (engaged: boolean) =>
  flipSwitch(world.owner, world.admin, { name: "ns_writes", engaged, reason: "a test" }, gateway);

test(`of writes that arrive after a switch was acknowledged under ${rolls} rolls, ${rounds} times, each is in the answer, and never more than the slots`, async () => {
  await widenAssortment(account);
  const random = seeded(seed);
  const pushes: number[] = [];
  for (let roll = 0; roll < rolls; roll += 1) {
    const lines = rollLines(504).slice(roll * 120, (roll + 1) * 120);
    const { proposal } = await world.propose(priceRoll(lines));
    await approve(world, proposal);
    pushes.push((await world.pushOf(proposal.id)).id);
  }
  await account.fault("slow_commit", { delay_ms: writeMs, times: 1_000_000 });

  const figures = [];
  for (let round = 0; round < rounds; round += 1) {
    const [drawn, call] = [stages[Math.floor(random() * stages.length)]!, 1 + Math.floor(random() * 9)];
    // The first round has a write that arrives late for certain.
    const stage = round === 0 ? "confirm" : drawn;
    const { netsuite, reached, acknowledge } = watched(stage, call);
    const deliveries = pushes.map((push) => pushAction(world.tenantId, push, { ...gateway, netsuite }));
    await reached;
    const askedAt = performance.now();
    const { in_flight: inFlight } = await flip(true);
    const acknowledgedMs = Math.round(performance.now() - askedAt);
    const answeredAt = Date.now();
    acknowledge();
    await Promise.all(deliveries);
    const late = (await readCommits()).filter(({ at }) => Date.parse(at) >= answeredAt);
    const announced = new Set(
      inFlight.map((write) => `cs-${world.tenantId}-${write.action_id}-${write.line_no}`),
    );
    figures.push({
      round,
      at: `${stage} ${call}`,
      acknowledgedMs,
      announced: announced.size,
      late: late.length,
    });
    const unannounced = late.filter(({ action_key: key }) => !announced.has(key!));
    expect(unannounced, JSON.stringify(figures.at(-1))).toEqual([]);
    expect(late.length, JSON.stringify(figures.at(-1))).toBeLessThanOrEqual(slots);
    expect(announced.size, JSON.stringify(figures.at(-1))).toBeLessThanOrEqual(slots);
    await flip(false);
  }
  if (process.env.STOP_FLIPS) console.table(figures);
  expect(
    figures.some(({ late }) => late > 0),
    "some write arrived late in some round",
  ).toBe(true);
  const keys = (await readCommits()).map(({ action_key: key }) => key);
  expect(new Set(keys).size, "no key was written twice").toBe(keys.length);
});
