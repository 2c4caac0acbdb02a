import { describe, expect, it } from "vitest";
import { EXAMPLE_PAYLOADS, EXAMPLE_RECORDS } from "@/lib/action-types/payload/examples";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { pinnedLike } from "@/lib/action-types/payload/target";
import { actionTypeOf } from "@/lib/action-types/registry";
import { buildProposalRead } from "@/lib/destinations/requests";
import { useAccount } from "../testing/use-account";

const account = useAccount();

const example: ProposalPayload = EXAMPLE_PAYLOADS.customer_terms_change;
const pinned: ProposalPayload = { ...example, record: EXAMPLE_RECORDS.customer_terms_change };
const again = { class: "applied", duplicate: true };
const overtaken = { class: "stale", reason: "from_mismatch", live: [{ field: "terms", value: "Net 60" }] };
const to = (name: string): ProposalPayload => ({ ...example, changes: [{ field: "terms", to: name }] });
const refused = (code: string, words: string) => ({ class: "terminal", code, publicMessage: words });

it("terms are read by their name, with what the customer owes and may owe", async () => {
  expect(await account.read(example)).toMatchObject({
    values: [{ field: "terms", value: "Net 30" }],
    facts: {
      customer_name: "Coastal Pantry",
      balance_cents: 1_824_000,
      overdue_cents: 0,
      held_terms_id: "2",
      held_terms_days: "30",
      terms_id: "6",
      terms_days: "45",
      credit_limit_cents: 6_000_000,
      open_orders_cents: expect.any(Number),
    },
  });
});
it("terms are written by their id, alone, and read back by their name", async () => {
  expect(await account.write(example, "k")).toMatchObject({
    class: "applied",
    record: { type: "customer", id: "704", name: "Coastal Pantry" },
    readback: [{ field: "terms", value: "Net 45" }],
  });
  expect((await account.commits("k"))[0]?.changes).toEqual([
    { field: "terms", from: "Net 30", to: "Net 45" },
  ]);
});
it("a write that nobody heard of is recognised by its name", async () => {
  await account.fault("crash_between_saves");
  expect(await account.write(example, "k")).toMatchObject({ class: "unknown" });
  await account.edit("term", "Net 45", { isinactive: "T" });
  expect(await account.probe(example, "k")).toMatchObject(again);
  expect(await account.write(example, "k"), "terms that were given stay given").toMatchObject(again);
  expect(await account.commits("k")).toHaveLength(1);
});
it("a colleague's other terms make it stale", async () => {
  await account.edit("customer", "Coastal Pantry", { terms: "Net 60" });
  expect(await account.write(example, "k")).toMatchObject(overtaken);
});

it.each(["Net 44", "net 45", "6", "Net 90"])(
  "terms called %s, which nobody can be given, are refused by name: when proposed, and before anything is begun",
  async (name) => {
    const words = `There are no active payment terms called "${name}".`;
    expect(await account.client.read(buildProposalRead(to(name)))).toMatchObject(
      refused("UNKNOWN_TERMS", words),
    );
    expect(await account.write(to(name), "k")).toMatchObject(refused("UNKNOWN_TERMS", words));
    expect(await account.probe(to(name), "k")).toMatchObject({ class: "not_found" });
    expect(await account.read(to(name)), "a look at the record itself goes on").toMatchObject({
      class: "read",
    });
  },
);
it("two terms of one name are not chosen between, and the inactive one of two is no rival", async () => {
  await account.edit("term", "Net 60", { name: "Net 45" });
  const words = 'More than one of the payment terms is called "Net 45".';
  expect(await account.client.read(buildProposalRead(example))).toMatchObject(
    refused("AMBIGUOUS_TERMS", words),
  );
  expect(await account.write(example, "k")).toMatchObject(refused("AMBIGUOUS_TERMS", words));
  await account.edit("term", "3", { isinactive: "T" });
  expect(await account.write(example, "k")).toMatchObject({ class: "applied" });
  expect((await account.commits("k"))[0]?.changes).toEqual([
    { field: "terms", from: "Net 30", to: "Net 45" },
  ]);
});
it("a customer without terms is given some, and one whose terms are inactive by now is still read by them", async () => {
  await account.edit("customer", "Coastal Pantry", { terms: null });
  expect(await account.read(example)).toMatchObject({ values: [{ field: "terms", value: null }] });
  const first = { ...example, changes: [{ field: "terms", from: null, to: "Net 45" }] };
  expect(await account.write(first, "k")).toMatchObject({ class: "applied" });
  await account.edit("term", "Net 45", { isinactive: "T" });
  expect(await account.read(example)).toMatchObject({ values: [{ field: "terms", value: "Net 45" }] });
});
it("terms that differ in case alone are told apart", async () => {
  await account.edit("term", "Net 60", { name: "NET 45" });
  expect(await account.write(example, "k")).toMatchObject({
    readback: [{ field: "terms", value: "Net 45" }],
  });
});
it("without the permission for accounting lists nothing is written, and the lane goes on", async () => {
  await account.control("PATCH", "settings", { permissions: { ADMI_ACCOUNTINGLIST: "NONE" } });
  const words = "The role may not look at payment terms (Accounting Lists).";
  expect(await account.write(example, "k")).toMatchObject(refused("TERMS_NOT_READABLE", words));
  expect(await account.commits("k")).toHaveLength(0);
  expect(await account.read(pinned), "a look at the record itself goes on").toMatchObject({ class: "read" });
});

describe("terms that were approved under their name", () => {
  const targetChanged = { class: "stale", reason: "target_changed" };
  /** The name goes from its terms to others. */
  const renameTo = async (name: string, other: string) => {
    await account.edit("term", name, { name: `${name} (old)` });
    await account.edit("term", other, { name });
  };
  const termsOfCustomer = async () => (await account.look("customer", "704")).terms;

  it("are not exchanged for others that bear the name by the time of the write", async () => {
    await renameTo("Net 45", "Net 60");
    expect(await account.write(pinned, "k")).toMatchObject(targetChanged);
    expect(await account.read(pinned)).toMatchObject(targetChanged);
    expect(await termsOfCustomer()).toBe("Net 30");
    expect(await account.commits("k")).toHaveLength(0);
  });
  it("are not written by name alone where they went without a successor", async () => {
    await account.edit("term", "Net 45", { name: "Net 45 (old)" });
    expect(await account.write(pinned, "k")).toMatchObject({ class: "terminal", code: "UNKNOWN_TERMS" });
    expect(await account.commits("k")).toHaveLength(0);
  });
  it("start from the terms that were shown, not from others of their name", async () => {
    await account.edit("customer", "Coastal Pantry", { terms: "Net 60" });
    await renameTo("Net 30", "Net 60");
    expect(await account.write(pinned, "k")).toMatchObject(targetChanged);
    expect(await account.commits("k")).toHaveLength(0);
  });
  it("are recognised once they are written, and a colleague's others are a changed value", async () => {
    await account.fault("crash_between_saves");
    await account.write(pinned, "k");
    await account.edit("term", "Net 45", { isinactive: "T" });
    expect(await account.probe(pinned, "k")).toMatchObject(again);
    await account.edit("customer", "Coastal Pantry", { terms: "Net 60" });
    expect(await account.write(pinned, "k2")).toMatchObject({ class: "terminal", code: "UNKNOWN_TERMS" });
    await account.edit("term", "Net 45", { isinactive: "F" });
    expect(await account.write(pinned, "k3")).toMatchObject(overtaken);
  });
  it("come back with an undo, which keeps to the ids: other terms of the old name are not written", async () => {
    const undo = actionTypeOf("customer_terms_change")!.undo(pinned)!;
    const back = { ...undo, record: pinnedLike(undo, pinned)! };
    expect(back.record).toEqual({ type: "customer", id: "704", held_terms_id: "6", terms_id: "2" });
    await account.write(pinned, "k");
    await account.edit("term", "Net 30", { isinactive: "T" });
    await account.edit("term", "Net 60", { name: "Net 30" });
    expect(await account.read(back)).toMatchObject(targetChanged);
    expect(await account.write(back, "u")).toMatchObject(targetChanged);
    expect(await termsOfCustomer()).toBe("Net 45");
    await account.edit("term", "3", { name: "Net 60" });
    await account.edit("term", "2", { isinactive: "F" });
    expect(await account.write(back, "u2")).toMatchObject({ class: "applied" });
    expect(await termsOfCustomer()).toBe("Net 30");
  });
});
it("a version with other values keeps the ids of the place, and of the names that both have", () => {
  const other = { ...pinned, changes: [{ field: "terms", from: "Net 30", to: "Net 60" }] };
  expect(pinnedLike(other, pinned)).toEqual({ type: "customer", id: "704", held_terms_id: "2" });
  expect(pinnedLike(pinned, example)).toBeUndefined();
});
