import { describe, expect, test } from "vitest";
import { expireActions } from "./expire-actions";
import { traceOf } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import {
  expectRefusal,
  holdRow,
  letExpire,
  refusalOf,
  untilExpired,
  untilWaiting,
} from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";

const world = await useWorld();
const { superuser, gateway, owner, approver } = world;

/** Long enough for a claim to start waiting, short enough for a test. */
const shortlyMs = 250;

async function proposeExpiring(inMs: number, input: Record<string, unknown> = proposals.arNote()) {
  const { proposal } = await world.propose(input);
  await letExpire(superuser, proposal.id, inMs);
  return proposal;
}

test("with the sweep stopped an action whose time has passed is neither approved, rejected nor withdrawn", async () => {
  const proposal = await proposeExpiring(1);
  await untilExpired(superuser, proposal.id);
  const before = await traceOf(world, proposal.id);
  for (const decision of ["approve", "reject"] as const) {
    await expectRefusal(world.decide(approver, proposal, { decision }), {
      code: "expired",
      members: { outcome: "expired" },
    });
  }
  const tooLate = await refusalOf(withdrawProposal(world.agent, proposal.id, gateway));
  expect(tooLate).toMatchObject({ code: "not_withdrawable", members: { action_status: "expired" } });
  expect(await traceOf(world, proposal.id)).toBe(before);
});

describe("a claim that waited past the expiry approves nothing", () => {
  test.each([
    ["for the action's row, let go by a rollback", "rollback", "approve"],
    ["for the action's row, let go by a commit that changed nothing", "commit", "approve"],
    ["for the action's row, and rejects nothing either", "rollback", "reject"],
  ] as const)("%s", async (_name, how, decision) => {
    const proposal = await proposeExpiring(shortlyMs);
    const barrier = await holdRow(owner, "proposed_actions", proposal.id);
    const deciding = refusalOf(world.decide(approver, proposal, { decision }));
    await untilWaiting(superuser, 1);
    const before = await traceOf(world, proposal.id);
    await untilExpired(superuser, proposal.id);
    await barrier.release(how);
    expect(await deciding).toMatchObject({ code: "expired", status: 410 });
    expect(await traceOf(world, proposal.id)).toBe(before);
  });
});

test("a withdrawal that waited past the expiry withdraws nothing", async () => {
  const proposal = await proposeExpiring(shortlyMs);
  const barrier = await holdRow(owner, "proposed_actions", proposal.id);
  const withdrawing = refusalOf(withdrawProposal(world.agent, proposal.id, gateway));
  await untilWaiting(superuser, 1);
  await untilExpired(superuser, proposal.id);
  await barrier.release("rollback");
  expect(await withdrawing).toMatchObject({
    code: "not_withdrawable",
    members: { action_status: "expired" },
  });
  expect(await world.statusOf(proposal.id)).toBe("pending");
});

test("the sweep expires exactly the overdue actions, once, and appends it to the ledger and the outbox", async () => {
  await expireActions(gateway);
  const over = [await proposeExpiring(1), await proposeExpiring(1, proposals.creditLimit())];
  const { proposal: fresh } = await world.propose(proposals.arNote());
  for (const { id } of over) await untilExpired(superuser, id);
  const counts = await Promise.all([1, 2, 3].map(() => expireActions(gateway)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(await expireActions(gateway)).toBe(0);
  for (const { id } of over) {
    expect(await world.statusOf(id)).toBe("expired");
    expect(await world.eventsOf(id)).toEqual(["hitl.proposed", "hitl.expired"]);
    const [row] = await owner`SELECT event_name FROM outbox WHERE event_id = ${`action-${id}-expired`}`;
    expect(row).toMatchObject({ event_name: "hitl.expired" });
  }
  expect(await world.statusOf(fresh.id)).toBe("pending");
});

test("the sweep passes over a row that a decision holds, and takes it at its next turn", async () => {
  const proposal = await proposeExpiring(1);
  await untilExpired(superuser, proposal.id);
  const barrier = await holdRow(owner, "proposed_actions", proposal.id);
  expect(await expireActions(gateway)).toBe(0);
  await barrier.release("commit");
  expect(await expireActions(gateway)).toBe(1);
});
