import { describe, expect, test } from "vitest";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import type { Gateway } from "@/lib/gateway/context";
import { proposals } from "@/lib/gateway/testing/proposals";
import { refusalOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Equal writes that differ in the value they start from, or whose time is nearly over. */

const world = await useWorld();
const { owner } = world;

let agents = 0;
const newAgent = () => world.home.agent(`equal-${(agents += 1)}`);
const rowsOf = async ({ agentId }: AgentPrincipal) =>
  (
    await owner<{ n: number }[]>`SELECT count(*)::int AS n FROM proposed_actions WHERE agent_id = ${agentId}`
  )[0]!.n;

/** A process that NetSuite answers with nothing that we understand: each value to start from is stored as it is named. */
const unreadable = {
  class: "unknown",
  code: "TIMEOUT",
  publicMessage: "No answer",
  details: { httpStatus: null, message: null },
} as const;
const unread: Gateway = {
  ...world.gateway,
  netsuite: {
    ...world.gateway.netsuite,
    read: async () => unreadable,
    readMany: async (requests) => requests.map(() => unreadable),
  },
};
let reasons = 0;
/** Another request for the same write. */
const reasoned = (input: Record<string, unknown>) => ({ ...input, reason: `Reason ${(reasons += 1)}` });

describe("the value that a proposal names to start from", () => {
  test("makes it another one than what waits from another value; a proposal that names none is answered with the newest", async () => {
    const agent = await newAgent();
    const limit = (from?: string) =>
      reasoned(
        proposals.creditLimit(63_000, {
          changes: [{ field: "creditlimit", ...(from === undefined ? {} : { from }), to: 63_000 }],
        }),
      );
    const input = limit("60000");
    const first = (await world.proposeExactly(input, agent)).proposal;
    await world.editDuringTest(
      "customer",
      "Coastal Pantry",
      { creditlimit: "61000" },
      { creditlimit: "60000" },
    );
    const second = await world.proposeExactly(limit("61000"), agent);
    expect(second.created).toBe(true);
    expect((await world.read(second.proposal.id)).changes).toMatchObject([{ from: "61000", to: "63000" }]);
    for (const again of [limit(), limit("61000.00")])
      expect(await world.proposeExactly(again, agent)).toMatchObject({
        created: false,
        proposal: { id: second.proposal.id },
      });
    expect(await refusalOf(world.proposeExactly(limit("60000"), agent))).toMatchObject({
      code: "from_mismatch",
    });
    // The very same request: its answer was lost.
    expect((await world.proposeExactly(input, agent)).proposal.id).toBe(first.id);
    expect(await rowsOf(agent)).toBe(2);
  });

  test("is refused for an adjustment while an equal one waits from elsewhere: both could be written", async () => {
    const agent = await newAgent();
    const propose = (from?: string) =>
      world.proposeExactly(
        reasoned(
          proposals.adjustment("7", {
            changes: [{ field: "adjustqtyby", ...(from === undefined ? {} : { from }), to: "7" }],
          }),
        ),
        agent,
        null,
        unread,
      );
    const first = (await propose()).proposal;
    const refused = { code: "conflicting_proposal", members: { id: first.id, url: first.url } };
    expect(await refusalOf(propose("40"))).toMatchObject({
      ...refused,
      issues: [{ path: "changes[0].from" }],
    });
    expect(await propose()).toMatchObject({ created: false, proposal: { id: first.id } });
    await withdrawProposal(agent, first.id, world.gateway);
    const second = (await propose("40")).proposal;
    for (const from of ["40", "40.0", undefined])
      expect(await propose(from)).toMatchObject({ created: false, proposal: { id: second.id } });
    expect(await refusalOf(propose("41"))).toMatchObject({ members: { id: second.id } });
    expect(await rowsOf(agent)).toBe(2);
  });

  test("counts in each line of a roll; the roll's name does not, nor its context: its lines are what is written", async () => {
    const agent = await newAgent();
    const propose = async (entity_ref: string, from: string) =>
      world.proposeExactly(
        {
          action_type: "bulk_price_roll",
          entity_type: "price_roll",
          entity_ref,
          context: { batch: entity_ref },
          lines: [
            { entity_ref: "10480", changes: [{ field: "price", from: "27.9", to: "27.5" }] },
            { entity_ref: "10472", changes: [{ field: "price", from, to: "1.45" }] },
          ].map((line) => ({ ...line, context: { customer: "Driscoll's" } })),
        },
        agent,
        null,
        unread,
      );
    const first = (await propose("SPRING-1", "1.42")).proposal;
    expect(await propose("SPRING-2", "1.42")).toMatchObject({
      created: false,
      proposal: { id: first.id },
    });
    expect((await propose("SPRING-1", "1.41")).created).toBe(true);
  });
});

test.each([
  ["the same request", (input: Record<string, unknown>) => input],
  ["the same write for another reason", reasoned],
])(
  "what ends within half a minute is answered to no new proposal (%s), only under its own key",
  async (_, again) => {
    const agent = await newAgent();
    const input = proposals.creditLimit(64_000, { expires_in_seconds: 60 });
    const { proposal } = await world.proposeExactly(input, agent, "its-own");
    const secondsBeforeEnd = (seconds: number): Gateway => ({
      ...world.gateway,
      clock: { now: () => new Date(Date.parse(proposal.expires_at) - seconds * 1_000) },
    });
    expect(await world.proposeExactly(again(input), agent, null, secondsBeforeEnd(30.001))).toEqual({
      created: false,
      proposal,
    });
    const anew = await world.proposeExactly(again(input), agent, null, secondsBeforeEnd(29.999));
    expect(anew).toMatchObject({ created: true, proposal: { status: "pending" } });
    expect(await world.proposeExactly(input, agent, "its-own", secondsBeforeEnd(29.999))).toMatchObject({
      created: false,
      proposal: { id: proposal.id },
    });
    expect((await world.proposeExactly(again(input), agent)).proposal.id).toBe(anew.proposal.id);
  },
);

test.each([
  ["the same request", (input: Record<string, unknown>) => input],
  ["the same write for another reason", reasoned],
])(
  "an adjustment is answered to its end (%s): of two that wait beside each other both could be written",
  async (_, again) => {
    const agent = await newAgent();
    const input = proposals.adjustment("9", { expires_in_seconds: 60 });
    const { proposal } = await world.proposeExactly(input, agent);
    const secondBeforeEnd: Gateway = {
      ...world.gateway,
      clock: { now: () => new Date(Date.parse(proposal.expires_at) - 1_000) },
    };
    expect(await world.proposeExactly(again(input), agent, null, secondBeforeEnd)).toMatchObject({
      created: false,
      proposal: { id: proposal.id },
    });
    expect(await rowsOf(agent)).toBe(1);
  },
);
