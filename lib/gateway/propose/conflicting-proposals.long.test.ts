import { distributor } from "@countersign/netsuite-simulator/company";
import { describe, expect, test } from "vitest";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import type { Gateway } from "@/lib/gateway/context";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { listActions } from "@/lib/gateway/read/actions/list-actions";
import { readProposal } from "@/lib/gateway/read/proposals/read-proposal";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { approve } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { outcomeOf, refusalOf, runOut } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { owner } = world;
const { edit, repropose, withdraw } = amendmentsOf(world);

let agents = 0;
const newAgent = () => world.home.agent(`asker-${(agents += 1)}`);
/** Prices that nobody else's test asks for: what waits of another one must not be in the way. */
const prices = distributor.customers.flatMap(({ name, prices: own }) =>
  own.map(({ sku, priceCents }) => ({ customer: name, sku, cents: priceCents })),
);
type Place = (typeof prices)[number];
const newPlace = () => prices.pop()!;
/** `cents` above the present price. */
const valueOf = (place: Place, cents: number) => String((place.cents + cents) / 100);
const price = (place: Place, cents: number) => ({
  action_type: "customer_price_update",
  entity_type: "item",
  entity_ref: place.sku,
  changes: [{ field: "price", to: valueOf(place, cents) }],
  context: { customer: place.customer },
});
const roll = (name: string, ...lines: [place: Place, cents: number][]) => ({
  action_type: "bulk_price_roll",
  entity_type: "price_roll",
  entity_ref: name,
  lines: lines.map(([place, cents]) => {
    const { entity_ref, changes, context } = price(place, cents);
    return { entity_ref, changes, context };
  }),
});
const moneyOf = (place: Place, cents: number) => `$${((place.cents + cents) / 100).toFixed(2)}`;
const conflictsOf = async (id: number) => (await world.read(id)).conflicts_with;
const waitingValuesOf = async (id: number) =>
  (await owner<{ value: string }[]>`SELECT value FROM waiting_values WHERE action_id = ${id}`).map(
    ({ value }) => value,
  );
/** A process that NetSuite answers with nothing that we understand. */
const unread: Gateway = {
  ...world.gateway,
  netsuite: {
    ...world.gateway.netsuite,
    read: async () => ({
      class: "unknown",
      code: "TIMEOUT",
      publicMessage: "No answer",
      details: { httpStatus: null, message: null },
    }),
  },
};

describe("the other value of one agent for one record and field", () => {
  test("is refused with the proposal that waits, its value, its page, and the field", async () => {
    const [agent, place] = [await newAgent(), newPlace()];
    const { proposal } = await world.proposeExactly(price(place, 1), agent);
    const refusal = await refusalOf(world.proposeExactly(price(place, 2), agent));
    expect(refusal).toMatchObject({
      code: "conflicting_proposal",
      status: 409,
      members: { id: proposal.id, url: proposal.url },
      issues: [{ path: "changes[0].to" }],
    });
    expect(refusal.publicMessage).toContain(`#${proposal.id}`);
    expect(refusal.issues[0]!.message).toContain(valueOf(place, 1));
    await withdrawProposal(agent, proposal.id, world.gateway);
    expect((await world.proposeExactly(price(place, 2), agent)).created).toBe(true);
  });

  test("is refused also under another action type that writes the same place", async () => {
    const agent = await newAgent();
    const bid = (await world.proposeExactly(proposals.bidPrice("1.43"), agent)).proposal;
    const strawberries = prices.find(({ customer, sku }) => customer === "Driscoll's" && sku === "10472")!;
    expect(await refusalOf(world.proposeExactly(price(strawberries, 2), agent))).toMatchObject({
      members: { id: bid.id },
    });
    expect((await world.proposeExactly(price(strawberries, 1), agent)).created, "the same value").toBe(true);
    const limit = (await world.proposeExactly(proposals.creditLimit(61_000), agent)).proposal;
    expect(await refusalOf(world.proposeExactly(proposals.creditRevoke(), agent))).toMatchObject({
      members: { id: limit.id },
      issues: [{ path: "changes[0].to" }],
    });
  });

  test("is refused in a line of a roll, against one that waits alone, and the other way round", async () => {
    const [agent, one, other] = [await newAgent(), newPlace(), newPlace()];
    const single = (await world.proposeExactly(price(one, 1), agent)).proposal;
    expect(await refusalOf(world.proposeExactly(roll("R-1", [other, 1], [one, 2]), agent))).toMatchObject({
      members: { id: single.id },
      issues: [{ path: "lines[1].changes[0].to" }],
    });
    const taken = (await world.proposeExactly(roll("R-2", [other, 1], [one, 1]), agent)).proposal;
    expect(await refusalOf(world.proposeExactly(price(other, 2), agent))).toMatchObject({
      members: { id: taken.id },
    });
    expect(await refusalOf(world.proposeExactly(roll("R-3", [other, 2]), agent))).toMatchObject({
      issues: [{ path: "lines[0].changes[0].to" }],
    });
  });

  test("is refused where NetSuite could not be asked for one of the two, by the names", async () => {
    const [agent, place] = [await newAgent(), newPlace()];
    const changes = [{ field: "price", from: valueOf(place, 0), to: valueOf(place, 1) }];
    const blind = { ...price(place, 1), changes };
    const read = (await world.proposeExactly(price(place, 2), agent)).proposal;
    expect(await refusalOf(world.proposeExactly(blind, agent, null, unread))).toMatchObject({
      members: { id: read.id },
    });
    await withdrawProposal(agent, read.id, world.gateway);
    const first = (await world.proposeExactly(blind, agent, null, unread)).proposal;
    expect(await refusalOf(world.proposeExactly(price(place, 2), agent))).toMatchObject({
      members: { id: first.id },
    });
  });

  test("is accepted for another record, for an action that adds, and once the first was decided or ran out", async () => {
    const [agent, place] = [await newAgent(), newPlace()];
    const propose = async (input: Record<string, unknown>) =>
      (await world.proposeExactly(input, agent)).proposal;
    const first = await propose(price(place, 1));
    for (const input of [
      price(newPlace(), 2),
      proposals.adjustment("3"),
      proposals.adjustment("4"),
      proposals.arNote(),
      proposals.arNote(),
    ])
      await propose(input);
    await world.decide(world.approver, first, { decision: "reject", comment: "No" });
    const second = await propose(price(place, 2));
    await runOut(world.superuser, second.id);
    const third = await propose(price(place, 3));
    await approve(world, third);
    expect(await waitingValuesOf(third.id)).toEqual([]);
    expect((await propose(price(place, 4))).conflicts_with).toEqual([]);
  });

  test("loses where four are asked for at once, in 5 rounds", async () => {
    const place = newPlace();
    for (let round = 0; round < 5; round += 1) {
      const agent = await newAgent();
      const requests = [1, 2, 3, 4].map((cents) =>
        outcomeOf(world.proposeExactly(price(place, cents), agent)),
      );
      const outcomes = await Promise.all(requests);
      expect(outcomes.filter(({ value }) => value?.created)).toHaveLength(1);
      expect(outcomes.filter(({ error }) => error?.code === "conflicting_proposal")).toHaveLength(3);
    }
  });

  test("is no matter for a person's version, which is accepted and named beside the agent's next value", async () => {
    const [agent, place] = [await newAgent(), newPlace()];
    const first = (await world.proposeExactly(price(place, 1), agent)).proposal;
    const to = valueOf(place, 2);
    const version = await edit(first, { changes: [{ field: "price", to }], reason: "Less" });
    expect(await waitingValuesOf(first.id)).toEqual([]);
    expect(await waitingValuesOf(version.id)).toEqual([to]);
    const next = (await world.proposeExactly(price(place, 3), agent)).proposal;
    expect(next.conflicts_with).toMatchObject([{ id: version.id, agent: agent.name }]);
    expect(await conflictsOf(next.id)).toMatchObject([
      { id: version.id, author: "Ana", words: `#${version.id} by Ana asks for ${moneyOf(place, 2)} here` },
    ]);
    await withdraw(version.id);
    expect((await readProposal(agent, next.id, 0, undefined, world.gateway)).conflicts_with).toEqual([]);
  });

  test("is no matter for a proposal that a person makes again: its version waits anew", async () => {
    const [agent, place] = [await newAgent(), newPlace()];
    const { proposal } = await world.proposeExactly(price(place, 1), agent);
    await runOut(world.superuser, proposal.id);
    await world.proposeExactly(price(place, 2), agent);
    const again = await repropose(proposal.id);
    expect(await waitingValuesOf(again.id)).toEqual([valueOf(place, 1)]);
  });
});

describe("another asker's value for one record and field", () => {
  const waitingFor = async (place: Place, cents: number, by?: AgentPrincipal) =>
    (await world.proposeExactly(price(place, cents), by ?? (await newAgent()))).proposal;

  test("is accepted, and each answer, page and list names the other while both wait", async () => {
    const [one, other, place] = [await newAgent(), await newAgent(), newPlace()];
    const first = await waitingFor(place, 1, one);
    expect(first.conflicts_with).toEqual([]);
    const second = await waitingFor(place, 2, other);
    expect(second.conflicts_with).toEqual([{ id: first.id, url: first.url, agent: one.name }]);
    const view = await readProposal(one, first.id, 0, undefined, world.gateway);
    expect(view.conflicts_with).toEqual([{ id: second.id, url: second.url, agent: other.name }]);
    const words = `#${second.id} by ${other.name} asks for ${moneyOf(place, 2)} here`;
    expect(await conflictsOf(first.id)).toEqual([{ id: second.id, agent: other.name, author: null, words }]);
    const { items } = await listActions(world.approver, { status: "pending", limit: 50 }, world.gateway);
    expect(items.find(({ id }) => id === first.id)!.conflicts_with).toMatchObject([{ words }]);
    await approve(world, second);
    expect(await conflictsOf(first.id)).toEqual([]);
    expect(await conflictsOf(second.id)).toEqual([]);
  });

  test("is none of another company's, and the same value is none", async () => {
    const place = newPlace();
    const foreign = await (await world.addTenant()).agent("elsewhere");
    const mine = await waitingFor(place, 1);
    expect((await waitingFor(place, 2, foreign)).conflicts_with).toEqual([]);
    expect((await waitingFor(place, 1)).conflicts_with).toEqual([]);
    expect(await conflictsOf(mine.id)).toEqual([]);
  });

  test("of many is named up to twenty times, the oldest first", async () => {
    const place = newPlace();
    const first = await waitingFor(place, 1);
    const ids: number[] = [];
    for (let cents = 2; cents <= 23; cents += 1) ids.push((await waitingFor(place, cents)).id);
    expect((await conflictsOf(first.id)).map(({ id }) => id)).toEqual(ids.slice(0, 20));
  });

  test("is looked for by keys alone, however many wait for the place and for others", async () => {
    const place = newPlace();
    const first = await waitingFor(place, 1);
    for (let cents = 2; cents <= 40; cents += 1) await waitingFor(place, cents);
    // The first look plans.
    const [, pages] = await owner.begin(async (tx) => {
      const look = async () => {
        const [plan] = await tx.unsafe<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }[]>(
          `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT conflicts_of(${world.tenantId}, ${first.id})`,
        );
        return plan!["QUERY PLAN"][0].Plan["Shared Hit Blocks"]!;
      };
      return [await look(), await look()];
    });
    // 39 looks at an action and its agent, a few pages each.
    expect(pages).toBeLessThan(2_000);
  });

  test("in several lines of a roll is one conflict, which says how many places", async () => {
    const [one, two, three] = [newPlace(), newPlace(), newPlace()];
    const mine = roll("R-10", [one, 1], [two, 1], [three, 1]);
    const first = (await world.proposeExactly(mine, await newAgent())).proposal;
    const other = await newAgent();
    const second = (await world.proposeExactly(roll("R-11", [one, 2], [two, 2]), other)).proposal;
    expect(second.conflicts_with.map(({ id }) => id)).toEqual([first.id]);
    expect((await conflictsOf(first.id)).map(({ words }) => words)).toEqual([
      `#${second.id} by ${other.name} asks for other values in 2 places`,
    ]);
  });
});

test("nobody changes the places of what waits, and the database forgets them with the wait", async () => {
  const [agent, place] = [await newAgent(), newPlace()];
  const { proposal } = await world.proposeExactly(price(place, 1), agent);
  expect(await waitingValuesOf(proposal.id)).toEqual([valueOf(place, 1)]);
  await expect(owner`UPDATE waiting_values SET value = 'x'`).rejects.toMatchObject({ code: "CS001" });
  const asApp = world.gateway.database.sql.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(world.tenantId)}, true)`;
    await tx`DELETE FROM waiting_values`;
  });
  await expect(asApp).rejects.toMatchObject({ code: "42501" });
  await withdrawProposal(agent, proposal.id, world.gateway);
  expect(await waitingValuesOf(proposal.id)).toEqual([]);
});
