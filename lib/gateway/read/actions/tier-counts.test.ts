import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { countByTier } from "@/db/queries/actions/tier-counts";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { gateway, tenantId } = world;

const propose = async (inputs: Parameters<typeof world.propose>[0][]) => {
  for (const input of inputs) await world.propose(input);
};
const count = (countMax: number, filter: { type?: string } = {}) =>
  inTenant(gateway.database, tenantId, (tx) =>
    countByTier(tx, tenantId, { status: "pending", seesContent: true, ...filter }, countMax),
  );
const moreOf = (counts: Awaited<ReturnType<typeof count>>) =>
  counts.filter(({ more }) => more).map(({ tier }) => tier);

test("counting stops at a limit in each tier, and says where there may be more", async () => {
  const notes = (howMany: number) => Array.from({ length: howMany }, () => proposals.arNote());
  await propose([...notes(5), proposals.creditLimit()]);

  // Without a filter each tier is counted by itself.
  const each = [0, 1, 0, 1, 0].map((of, index) => ({ tier: index + 1, count: of, more: index === 1 }));
  expect(await count(1)).toEqual(each);
  expect(moreOf(await count(5))).toEqual([]);

  // With one, five rows are looked at for a limit of one, and there is no sixth note.
  const notesAlone = each.map((row) => (row.tier === 4 ? { ...row, count: 0 } : row));
  expect(await count(1, { type: "ar_note" })).toEqual(notesAlone);

  // Of six notes five are looked at: the sixth may be of any tier.
  await propose(notes(1));
  expect(moreOf(await count(1, { type: "ar_note" }))).toEqual([1, 2, 3, 4, 5]);
  expect(moreOf(await count(5, { type: "ar_note" }))).toEqual([2]);
  expect(moreOf(await count(6, { type: "ar_note" }))).toEqual([]);
});
