import { expect, it } from "vitest";
import { EXAMPLE_PAYLOADS } from "@/lib/action-types/payload/examples";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { buildProposalRead } from "@/lib/destinations/requests";
import { useAccount } from "../testing/use-account";

const account = useAccount();

const example: ProposalPayload = EXAMPLE_PAYLOADS.customer_terms_change;
const to = (name: string): ProposalPayload => ({ ...example, changes: [{ field: "terms", to: name }] });
const refused = (code: string, words: string) => ({ class: "terminal", code, publicMessage: words });

it("terms are read by their name, with what the customer owes and may owe", async () => {
  expect(await account.read(example)).toMatchObject({
    values: [{ field: "terms", value: "Net 30" }],
    facts: {
      customer_name: "Coastal Pantry",
      balance_cents: 1_824_000,
      overdue_cents: 0,
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
  expect(await account.probe(example, "k")).toMatchObject({ class: "applied", duplicate: true });
  expect(await account.write(example, "k"), "terms that were given stay given").toMatchObject({
    class: "applied",
    duplicate: true,
  });
  expect(await account.commits("k")).toHaveLength(1);
});
it("a colleague's other terms make it stale", async () => {
  await account.edit("customer", "Coastal Pantry", { terms: "Net 60" });
  expect(await account.write(example, "k")).toMatchObject({
    class: "stale",
    reason: "from_mismatch",
    live: [{ field: "terms", value: "Net 60" }],
  });
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
});
