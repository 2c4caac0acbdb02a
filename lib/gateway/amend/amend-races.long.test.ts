import { describe, expect, test } from "vitest";
import type { Person } from "@/lib/core/access/principal";
import { approve, proposeAndApprove, requestsOf } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import {
  type Outcome,
  holdRow,
  letExpire,
  outcomeOf,
  runOut,
  untilWaiting,
} from "@/lib/gateway/testing/race";
import { useAmendments } from "@/lib/gateway/testing/use-world";

const { world, verbs, superuser } = await useAmendments({ changedByHand: ["membership_differs"] });

const rounds = 6;
/** Either side may win, so that one round alone would prove little. */
const raced = (title: string, run: (round: number) => Promise<void>) =>
  test(title, async () => {
    for (let round = 0; round < rounds; round += 1) await run(round);
  });
type Table = "proposed_actions" | "ns_pending_pushes";

/** Starts all behind one lock, so that each stands in line before the first may go; odd rounds start them in reverse. */
async function race<T>(
  round: number,
  table: Table,
  id: number,
  verbsOf: (() => Promise<T>)[],
): Promise<Outcome<T>[]> {
  const barrier = await holdRow(world.owner, table, id);
  const started: { at: number; outcome: Promise<Outcome<T>> }[] = [];
  const order = verbsOf.map((verb, at) => ({ verb, at }));
  for (const { verb, at } of round % 2 ? order.toReversed() : order) {
    started.push({ at, outcome: outcomeOf(verb()) });
    await untilWaiting(superuser, started.length);
  }
  await barrier.release("commit");
  const outcomes = await Promise.all(
    started.map(async ({ at, outcome }) => ({ at, outcome: await outcome })),
  );
  return outcomes.toSorted((a, b) => a.at - b.at).map(({ outcome }) => outcome);
}
const countWon = (outcomes: Outcome<unknown>[]) => outcomes.filter(({ error }) => error === null).length;
/** The value of the one that won and the refusal of the other one. */
function judge<T>(outcomes: Outcome<T>[]) {
  expect(countWon(outcomes)).toBe(1);
  return {
    value: outcomes.find(({ error }) => error === null)!.value!,
    refusal: outcomes.find(({ error }) => error)!.error,
  };
}
const versionsOf = (id: number) =>
  world.owner`SELECT id FROM proposed_actions WHERE supersedes_id = ${id} OR undo_of_id = ${id}`;
const note = async () => (await world.propose(proposals.arNote())).proposal;
const words = (text: string) => ({ changes: [{ field: "note", to: text }] });

raced("edit against approve: one wins, and the other gets a true answer", async (round) => {
  const proposal = await note();
  const [edited, approved] = await race<unknown>(round, "proposed_actions", proposal.id, [
    () => verbs.edit(proposal, words(`Edited ${round}.`)),
    () => world.decide(world.admin, proposal),
  ]);
  expect(countWon([edited!, approved!])).toBe(1);
  const status = await world.statusOf(proposal.id);
  expect(await versionsOf(proposal.id)).toHaveLength(edited!.error ? 0 : 1);
  if (edited!.error) {
    expect(status).toBe("approved");
    expect(edited!.error).toMatchObject({ code: "already_decided", members: { decided_by: "Adam" } });
    await verbs.cancel(proposal.id);
  } else {
    expect(status).toBe("superseded");
    expect(approved!.error).toMatchObject({ code: "already_decided", members: { decided_by: "Ana" } });
    expect(await world.owner`SELECT 1 FROM ns_pending_pushes WHERE action_id = ${proposal.id}`).toHaveLength(
      0,
    );
  }
});

raced("two edits: one version, and the other editor's refusal names it", async (round) => {
  const proposal = await note();
  const outcomes = await race(round, "proposed_actions", proposal.id, [
    () => verbs.edit(proposal, words(`One ${round}.`)),
    () => verbs.edit(proposal, words(`Two ${round}.`), world.admin),
  ]);
  const { value, refusal } = judge(outcomes);
  expect(refusal).toMatchObject({
    code: "already_decided",
    members: { action_status: "superseded", successor_id: value.id },
  });
  expect(await versionsOf(proposal.id)).toEqual([{ id: value.id }]);
});

describe("a person who loses the right to decide while they stand in line", () => {
  const changes = {
    revoked: (userId: number) =>
      world.owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${userId}`,
    "made a viewer": (userId: number) =>
      world.owner`UPDATE memberships SET role = 'viewer' WHERE user_id = ${userId}`,
  };
  const agentFor = ({ userId }: Person) => world.home.agent(`for-${userId}`, userId);
  const tries: Record<string, (leaver: Person) => Promise<{ id: number; verb: () => Promise<unknown> }>> = {
    edits: async (leaver) => {
      const proposal = await note();
      return { id: proposal.id, verb: () => verbs.edit(proposal, words("Edited."), leaver) };
    },
    cancels: async (leaver) => {
      const { id } = await proposeAndApprove(world, proposals.arNote());
      return { id, verb: () => verbs.cancel(id, leaver) };
    },
    extends: async (leaver) => {
      const { id } = await note();
      await letExpire(superuser, id, 3_600_000);
      return { id, verb: () => verbs.extend(id, leaver) };
    },
    "proposes again": async (leaver) => {
      const { id } = await note();
      await runOut(superuser, id);
      return { id, verb: () => verbs.repropose(id, leaver) };
    },
    undoes: async (leaver) => {
      const limit = [{ field: "creditlimit", to: 60_000 + leaver.userId }];
      const { proposal } = await world.propose(proposals.creditLimit(0, { changes: limit }));
      const { id } = await verbs.apply(proposal);
      return { id, verb: () => verbs.undo(id, null, leaver) };
    },
    withdraws: async (leaver) => {
      const { proposal } = await world.propose(proposals.arNote(), await agentFor(leaver));
      return { id: proposal.id, verb: () => verbs.withdraw(proposal.id, leaver) };
    },
  };
  for (const [change, take] of Object.entries(changes)) {
    for (const [does, prepare] of Object.entries(tries)) {
      test(`${does} nothing once ${change}`, async () => {
        const leaver = await world.home.person(`Leaver who ${does}, ${change}`, "approver");
        const { id, verb } = await prepare(leaver);
        const before = [await world.statusOf(id), await world.eventsOf(id)];
        const barrier = await holdRow(world.owner, "proposed_actions", id);
        const outcome = outcomeOf(verb());
        await untilWaiting(superuser, 1);
        await take(leaver.userId);
        await barrier.release("rollback");
        expect((await outcome).error).toMatchObject({ code: "not_allowed", status: 403 });
        expect([await world.statusOf(id), await world.eventsOf(id)]).toEqual(before);
        expect(await versionsOf(id)).toHaveLength(0);
        // A push that waits would go before those of the tests after this one.
        if (does === "cancels") await verbs.cancel(id);
      });
    }
  }
});

raced(
  "extend against approve: both hold, or the decision came first and nothing is extended",
  async (round) => {
    const proposal = await note();
    await letExpire(superuser, proposal.id, 3_600_000);
    const [extended, approved] = await race<unknown>(round, "proposed_actions", proposal.id, [
      () => verbs.extend(proposal.id),
      () => world.decide(world.admin, proposal),
    ]);
    expect(approved!.value).toMatchObject({ outcome: "claimed" });
    expect(await world.statusOf(proposal.id)).toBe("approved");
    const events = (await world.eventsOf(proposal.id)).filter((type) => type === "hitl.extended");
    expect(events).toHaveLength(extended!.error ? 0 : 1);
    if (extended!.error)
      expect(extended!.error).toMatchObject({ code: "already_decided", members: { decided_by: "Adam" } });
    await verbs.cancel(proposal.id);
  },
);

raced(
  "two extensions of one: one moves the expiry, and the refusal of the second names its author",
  async (round) => {
    const { id } = await note();
    await letExpire(superuser, id, 3_600_000);
    const outcomes = await race(round, "proposed_actions", id, [
      () => verbs.extend(id),
      () => verbs.extend(id, world.admin),
    ]);
    const { value, refusal } = judge(outcomes);
    expect(refusal).toMatchObject({ code: "already_exists", members: { extended_by: value.extended_by } });
    expect(await world.eventsOf(id)).toEqual(["hitl.proposed", "hitl.extended"]);
  },
);

raced(
  "cancel against the push's lease: it is cancelled and never sent, or sent once and not cancelled",
  async (round) => {
    const { pushId, ...proposal } = await proposeAndApprove(world, proposals.arNote());
    const [cancelled] = await race<unknown>(round, "ns_pending_pushes", pushId, [
      () => verbs.cancel(proposal.id),
      () => verbs.push(proposal.id),
    ]);
    const commits = await world.commitsOf(proposal.id);
    const expected = cancelled!.error ? ["applied", "applied", 1] : ["cancelled", "cancelled", 0];
    expect([
      await world.statusOf(proposal.id),
      (await world.pushOf(proposal.id)).status,
      commits.length,
    ]).toEqual(expected);
    if (cancelled!.error) expect(["may_be_written", "already_decided"]).toContain(cancelled!.error.code);
  },
);

raced(
  "two cancelled at once on one record do not wait for each other, and the push behind them is requested",
  async () => {
    const [first, second, behind] = [await note(), await note(), await note()];
    for (const proposal of [first, second, behind]) await approve(world, proposal);
    // Each has cancelled its own push by the time it waits for its action.
    const barriers = [
      await holdRow(world.owner, "proposed_actions", first.id),
      await holdRow(world.owner, "proposed_actions", second.id),
    ];
    const outcomes = [outcomeOf(verbs.cancel(first.id)), outcomeOf(verbs.cancel(second.id, world.admin))];
    await untilWaiting(superuser, 2);
    for (const barrier of barriers) await barrier.release("commit");
    expect(countWon(await Promise.all(outcomes))).toBe(2);
    const { id } = await world.pushOf(behind.id);
    const again = (await requestsOf(world, id)).filter((eventId) => eventId.includes("-round-"));
    expect(again.length).toBeGreaterThan(0);
    await verbs.cancel(behind.id);
  },
);

raced(
  "an edit of an approved write against the push's lease: replaced and never sent, or sent once and not replaced",
  async (round) => {
    const { pushId, ...proposal } = await proposeAndApprove(world, proposals.arNote());
    const [edited] = await race<unknown>(round, "ns_pending_pushes", pushId, [
      () => verbs.edit(proposal, words(`After approval ${round}.`)),
      () => verbs.push(proposal.id),
    ]);
    const commits = await world.commitsOf(proposal.id);
    expect([
      await world.statusOf(proposal.id),
      commits.length,
      (await versionsOf(proposal.id)).length,
    ]).toEqual(edited!.error ? ["applied", 1, 0] : ["superseded", 0, 1]);
  },
);

raced("two re-proposals of one: the refusal of the second names the first", async () => {
  const proposal = await note();
  await runOut(superuser, proposal.id);
  const outcomes = await Promise.all([
    outcomeOf(verbs.repropose(proposal.id)),
    outcomeOf(verbs.repropose(proposal.id, world.admin)),
  ]);
  const { value, refusal } = judge(outcomes);
  expect(refusal).toMatchObject({ code: "successor_exists", members: { successor_id: value.id } });
  expect(await versionsOf(proposal.id)).toEqual([{ id: value.id }]);
});

raced("two undos of one: the refusal of the second names the first", async (round) => {
  const { proposal } = await world.propose(proposals.bidPrice("1.43", "1.42"));
  await verbs.apply(proposal);
  const outcomes = await race(round, "proposed_actions", proposal.id, [
    () => verbs.undo(proposal.id),
    () => verbs.undo(proposal.id, null, world.admin),
  ]);
  const { value: undo, refusal } = judge(outcomes);
  expect(refusal).toMatchObject({ code: "undo_exists", members: { undo_id: undo.id } });
  // At L4 its author is not the one to approve it.
  await world.decide(outcomes[0]!.value ? world.admin : world.approver, undo);
  expect(await verbs.push(undo.id)).toEqual({ outcome: "applied" });
});
