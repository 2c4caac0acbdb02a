import { describe, expect, test } from "vitest";
import { DEFINITIONS } from "@/lib/action-types/registry";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";
import { refusalOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();

type Input = Record<string, unknown>;
const countActions = async () =>
  (await world.owner<{ n: number }[]>`SELECT count(*)::int AS n FROM proposed_actions`)[0]!.n;
const issuesTo = async (input: Input) => {
  const before = await countActions();
  const error = await refusalOf(world.propose(input));
  expect(error.status).toBe(422);
  expect(await countActions(), "nothing is stored").toBe(before);
  return error.issues;
};

/** Each decimal field of each type, with values outside of its range and the words that name the range. */
const outside = DEFINITIONS.filter(({ lines }) => !lines).flatMap((definition) =>
  definition.fields
    .filter(({ kind }) => kind !== "text")
    .flatMap(({ field, range }) => {
      if (definition.onlyTo !== undefined || definition.implied?.some((one) => one.field === field))
        return [];
      if (!range) return [[definition.type, field, "no range", ""] as const];
      const beyond = String(Number(range.most) * 10);
      const values = [beyond, range.least === "0" ? "-5" : `-${beyond}`];
      if (range.notZero || range.above) values.push("0");
      return values.map((value) => [definition.type, field, value, range.most] as const);
    }),
);

describe("a value outside of its field's range is refused, with the field and the range", () => {
  test.each(outside)("%s %s: %s", async (type, field, value, most) => {
    const example = payloads[type];
    const index = example.changes.findIndex((change) => change.field === field);
    const changes = example.changes.map(({ field: name, to }, i) => ({
      field: name,
      to: i === index ? value : to,
    }));
    const { record: _record, ...input } = example;
    expect(await issuesTo({ ...input, changes })).toEqual([
      {
        path: `changes[${index}].to`,
        message: expect.stringContaining(Number(most).toLocaleString("en-US")),
      },
    ]);
  });

  test.each(["2020-11-20", "2031-01-01"])("a build dated %s", async (trandate) => {
    const { record: _record, ...input } = payloads.assembly_build;
    expect(await issuesTo({ ...input, context: { ...input.context, trandate } })).toEqual([
      { path: "context.trandate", message: expect.stringMatching(/must be from \d{4}-\d\d-\d\d to/) },
    ]);
  });

  test("payment terms that NetSuite does not know", async () => {
    const { record: _record, ...input } = payloads.customer_terms_change;
    const issues = await issuesTo({ ...input, changes: [{ field: "terms", to: "Net 4500" }] });
    expect(issues).toEqual([{ path: "changes[0].to", message: expect.stringContaining("payment terms") }]);
  });
});

const draft = (to: string, more: { cc?: string; customer?: string } = {}): Input => ({
  action_type: "email_draft",
  entity_type: "customer",
  entity_ref: more.customer ?? "Coastal Pantry",
  changes: [
    { field: "to", to },
    { field: "subject", to: "Your order" },
    { field: "body", to: `It is on its way (${Math.random()}).` },
    ...(more.cc ? [{ field: "cc", to: more.cc }] : []),
  ],
});

describe("a recipient's field holds one address", () => {
  test.each([
    "a@b.example, c@d.example",
    "a@b.example;c@d.example",
    "a@b.example c@d.example",
    "Orders <orders@coastal.example>",
    '"orders@coastal.example" <eve@evil.example>',
    "orders@coastal.example\nBcc: eve@evil.example",
    "orders@coastal.example\r\n",
    "orders@coastal.example (eve@evil.example)",
    "mailto:orders@coastal.example",
    "orders@coastal.example ",
  ])("%j is refused in both fields", async (text) => {
    expect((await issuesTo(draft(text))).map(({ path }) => path)).toEqual(["changes[0].to"]);
    const issues = await issuesTo(draft("orders@coastal.example", { cc: text }));
    expect(issues.map(({ path }) => path)).toEqual(["changes[3].to"]);
  });
});

describe("a new recipient lifts the tier to L3, with a mark that people see", () => {
  const proposed = async (input: Input) => {
    const { proposal } = await world.propose(input);
    return { ...(await world.read(proposal.id)), proposal };
  };

  test("an address of the customer's record does not", async () => {
    for (const to of ["orders@coastal.example", "ORDERS@coastal.example", "payables@coastalpantry.example"])
      expect(await proposed(draft(to))).toMatchObject({ risk_level: 1, marks: [] });
  });
  test("any other does, in either field, until a person approved a draft to it", async () => {
    const first = await proposed(draft("eve@evil.example"));
    expect(first).toMatchObject({ risk_level: 3, risk_rule: "new-recipient", marks: ["new_recipient"] });
    expect(await proposed(draft("orders@coastal.example", { cc: "eve@evil.example" }))).toMatchObject({
      risk_level: 3,
    });
    await world.decide(world.approver, first.proposal);
    const [push] = await world.owner<{ id: number }[]>`
      SELECT id FROM ns_pending_pushes WHERE action_id = ${first.proposal.id}`;
    expect(await world.push(push!.id)).toEqual({ outcome: "applied" });
    expect(await proposed(draft("eve@evil.example"))).toMatchObject({ risk_level: 1, marks: [] });
    expect(
      await proposed(draft("eve@evil.example", { customer: "Riverbend Foods" })),
      "of another",
    ).toMatchObject({
      risk_level: 3,
    });
  });
  test("and one that NetSuite cannot vouch for, because it cannot be read", async () => {
    await world.account.fault("service_unavailable", { op: "read" });
    expect(await proposed(draft("orders@coastal.example"))).toMatchObject({ risk_level: 3 });
  });
});
