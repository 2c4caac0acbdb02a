import { describe, expect, test } from "vitest";
import { bulkDecide } from "./bulk-decide";
import { editAction } from "@/lib/gateway/amend/edit-action";
import { traceOf } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { refusalOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { approver: ana, gateway } = world;

const longText = `${"The customer promised to pay. ".repeat(6)}Wire it to the new account.`;
const arNote = (to: string) => proposals.arNote({ changes: [{ field: "note", to }] });

const unshown: [reason: string, input: Record<string, unknown>, words: string][] = [
  ["long_text", arNote(longText), "Its text is longer than the list shows: open it."],
  ["many_text_lines", arNote("1\n2\n3\n4\n5\n6\n7"), "Its text has more lines than the list shows: open it."],
  ["deceptive_characters", arNote("Driscоll's pays"), "It holds characters that can deceive: open it."],
  [
    "long_text",
    proposals.adjustment("1", { context: { location: "Dallas DC", memo: longText } }),
    "Its text is longer than the list shows: open it.",
  ],
];

describe.each(unshown)("an action that a list does not show whole (%s)", (reason, input, words) => {
  const propose = async () => (await world.propose(input)).proposal;

  test("says so to whoever reads it", async () => {
    expect((await world.read((await propose()).id)).unshown).toBe(reason);
  });

  test("is not approved in bulk, and the others are", async () => {
    const hidden = await propose();
    const plain = (await world.propose(proposals.arNote())).proposal;
    const before = await traceOf(world, hidden.id);
    const items = [hidden, plain].map(({ id, payload_hash }) => ({ id, payload_hash }));
    const { results } = await bulkDecide(ana, { decision: "approve", items }, gateway);
    expect(results).toMatchObject([{ outcome: "not_bulk", message: words }, { outcome: "claimed" }]);
    expect(await traceOf(world, hidden.id)).toBe(before);
  });

  test("is rejected in bulk like any other", async () => {
    const { id, payload_hash } = await propose();
    const items = [{ id, payload_hash }];
    const { results } = await bulkDecide(ana, { decision: "reject", items }, gateway);
    expect(results).toMatchObject([{ outcome: "claimed", status: "rejected" }]);
  });

  test("is not approved without a confirmation, and with one it is", async () => {
    const proposal = await propose();
    const before = await traceOf(world, proposal.id);
    expect(await refusalOf(world.decide(ana, proposal, { confirmed: false }))).toMatchObject({
      code: "confirmation_missing",
      status: 428,
    });
    expect(await traceOf(world, proposal.id)).toBe(before);
    expect(await world.decide(ana, proposal, { decision: "approve", confirmed: true })).toMatchObject({
      outcome: "claimed",
    });
  });

  test("is rejected without one", async () => {
    const proposal = await propose();
    const rejection = { decision: "reject", confirmed: false } as const;
    expect(await world.decide(ana, proposal, rejection)).toMatchObject({ outcome: "claimed" });
  });
});

test("a short note is approved without a confirmation, alone and in bulk", async () => {
  const [one, other] = [await world.propose(proposals.arNote()), await world.propose(proposals.arNote())];
  expect(await world.decide(ana, one.proposal, { confirmed: false })).toMatchObject({ outcome: "claimed" });
  const { id, payload_hash } = other.proposal;
  const { results } = await bulkDecide(ana, { decision: "approve", items: [{ id, payload_hash }] }, gateway);
  expect(results).toMatchObject([{ outcome: "claimed" }]);
});

test("a note that is edited to a longer text is approved in bulk neither by its old id nor by its new one", async () => {
  const { proposal } = await world.propose(proposals.arNote());
  const { id, payload_hash } = proposal;
  const edit = { payload_hash, changes: [{ field: "note", to: longText }], context: {}, reason: "More" };
  const version = await editAction(world.admin, id, edit, gateway);
  const items = [
    { id, payload_hash },
    { id: version.id, payload_hash },
    { id: version.id, payload_hash: version.payload_hash },
  ];
  const { results } = await bulkDecide(ana, { decision: "approve", items }, gateway);
  expect(results.map(({ outcome }) => outcome)).toEqual(["already_decided", "not_bulk", "not_bulk"]);
  expect(await world.statusOf(version.id)).toBe("pending");
});
