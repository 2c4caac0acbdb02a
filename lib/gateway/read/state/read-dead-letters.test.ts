import { describe, expect, test } from "vitest";
import { deadLettersQuerySchema } from "@/lib/contract/monitoring/dead-letters";
import { RECONCILE_ROUNDS_MAX } from "@/lib/core/push/retry";
import { readDeadLetters } from "./read-dead-letters";
import { reconcileTenant } from "@/lib/gateway/deliver/repair/reconcile-pushes";
import { replayDeadLetter } from "@/lib/gateway/deliver/repair/replay-push";
import { letTimePass, proposeAndApprove, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld({ gateway: { holdSeconds: 0 } });
const { gateway, tenantId } = world;

const read = (query: Record<string, unknown> = {}) =>
  readDeadLetters(world.approver, deadLettersQuerySchema.parse(query), gateway);
const letterOf = async (actionId: number, query: Record<string, unknown> = {}) =>
  (await read(query)).items.find((item) => item.action_id === actionId);

/** `times`: how often NetSuite fails in this way. */
async function dieOf(kind: "closed_period" | "drop_before_execution", times: number) {
  const action = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Riverbend Foods" }));
  await world.account.fault(kind, { times });
  await workThrough(world, action.id);
  expect((await world.pushOf(action.id)).status).toBe("dead");
  await letTimePass(world, action.id);
  return action.id;
}

describe("a dead letter names the one who moves it on, and they do", () => {
  test("reconciliation, where the cause was transient, until its rounds are used up", async () => {
    const id = await dieOf("drop_before_execution", 3);
    for (let roundsLeft = RECONCILE_ROUNDS_MAX; roundsLeft > 0; roundsLeft -= 1) {
      expect((await letterOf(id))?.outlook).toEqual({ who: "reconciliation", rounds_left: roundsLeft });
      expect((await reconcileTenant(tenantId, gateway)).revived).toBe(1);
      expect(await letterOf(id)).toBeUndefined();
      expect(await letterOf(id, { replayed: "true" })).toMatchObject({
        replayed_by: "reconciliation",
        outlook: { who: "nobody", push_status: "queued" },
      });
      await world.account.fault("drop_before_execution", { times: 3 });
      await workThrough(world, id);
    }
    await letTimePass(world, id);
    expect((await letterOf(id))?.outlook).toEqual({ who: "person" });
    expect((await reconcileTenant(tenantId, gateway)).revived).toBe(0);
  });

  test("a person, where NetSuite refused the write", async () => {
    const id = await dieOf("closed_period", 1);
    const letter = await letterOf(id);
    expect(letter).toMatchObject({
      outlook: { who: "person" },
      error: { code: "CLOSED_TRAN_PRD", class: "terminal" },
    });
    expect(letter?.to_do).toContain("period is closed");
    expect((await reconcileTenant(tenantId, gateway)).revived).toBe(0);
    await replayDeadLetter(world.admin, letter!.id, gateway);
    expect(await letterOf(id, { replayed: "true" })).toMatchObject({ replayed_by: "Adam" });
    await workThrough(world, id);
    expect(await world.statusOf(id)).toBe("applied");
  });
});

test("pages hold each letter once, newest first, and a cause leaves the others out", async () => {
  for (let count = 0; count < 3; count += 1) await dieOf("closed_period", 1);
  const all = (await read({ limit: 100 })).items.map((item) => item.id);
  const ids: number[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = await read({ limit: 2, ...(cursor ? { cursor } : {}) });
    ids.push(...page.items.map((item) => item.id));
    cursor = page.next_cursor;
  }
  expect(ids).toEqual(all);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  const { items, causes } = await read({ cause: "CLOSED_TRAN_PRD", limit: 100 });
  expect(items).toHaveLength(3);
  expect(causes).toContainEqual({ code: "CLOSED_TRAN_PRD", count: 3 });
  const other = await world.addTenant();
  const stranger = await other.person("Sam", "admin");
  const theirs = await readDeadLetters(stranger, deadLettersQuerySchema.parse({}), gateway);
  expect(theirs).toEqual({ items: [], next_cursor: null, causes: [] });
});
