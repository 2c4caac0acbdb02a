import { randomUUID } from "node:crypto";
import { distributor } from "@countersign/netsuite-simulator/company";
import { newTotpSecret } from "@/lib/auth/second-factor/totp";
import { propose, readAction } from "../support/http/api";
import { call } from "../support/http/call";
import { dateBack } from "../support/database";
import { expectStatus } from "../support/http/request";
import { foundOtherTenant } from "../support/people/other-tenant";
import { createByAdmin } from "../support/people/people";
import { proposePassingTotal } from "../support/proposals/proposals";
import { expectNothingWritten, expectProblem } from "../support/http/refusal";
import { codeOf, wrongCode } from "../support/people/second-factor";
import { editRecord, readRecord } from "../support/simulator";
import { expect, test } from "../support/test";

/** The tier follows from what a write does, and a code proves one thing once: each tried over HTTP. */

const draft = (to: string) => ({
  action_type: "email_draft",
  entity_type: "customer",
  entity_ref: "Coastal Pantry",
  changes: [
    { field: "to", to },
    { field: "subject", to: "Your order" },
    { field: "body", to: `It is on its way (${randomUUID().slice(0, 8)}).` },
  ],
});
test("two addresses in a recipient's field are refused, and the field is named", async () => {
  for (const to of ["a@b.example, c@d.example", "orders@coastal.example\nBcc: eve@evil.example"])
    await expectNothingWritten(async () => {
      expectProblem(
        await call("proposeAction", "agent", draft(to) as never),
        "validation_failed",
        "changes[0].to",
      );
    });
});

test("a draft to a stranger is L3, with a mark; one to an address of the customer's record is L1", async () => {
  const stranger = await propose(draft(`eve-${randomUUID().slice(0, 8)}@evil.example`));
  expect(stranger).toMatchObject({ risk_level: 3 });
  expect(await readAction(stranger.id)).toMatchObject({ marks: ["new_recipient"] });
  const known = await propose(draft("orders@coastal.example"));
  expect(known).toMatchObject({ risk_level: 1 });
  expect(await readAction(known.id)).toMatchObject({ marks: [] });
});

test("a limit raised by 23,500 euros is one of over $25,000", async () => {
  const raise = async () => {
    const { key: token } = await createByAdmin();
    const limit = { field: "creditlimit", to: 83_500 };
    const input = { entity_type: "customer", entity_ref: "Coastal Pantry", changes: [limit] };
    return propose({ action_type: "customer_credit_limit", ...input }, undefined, { token });
  };
  expect(await raise()).toMatchObject({ risk_level: 4 });
  await editRecord("customer", "Coastal Pantry", { currency: "2" });
  try {
    expect(await raise()).toMatchObject({ risk_level: 5 });
  } finally {
    await editRecord("customer", "Coastal Pantry", { currency: "1" });
  }
});

test("an approval that passes a total is answered 412 with the new tier, and decides nothing", async () => {
  const { first, second } = await proposePassingTotal();
  const approve = ({ id, payload_hash }: typeof first) =>
    call("decideAction", "approver", { id, payload_hash, decision: "approve" });
  expectStatus(await approve(first), 200);
  const answer = await approve(second);
  expect(answer.status).toBe(412);
  expect(expectProblem(answer, "tier_raised")).toMatchObject({ risk_level: 4 });
  expect(await readAction(second.id)).toMatchObject({ status: "pending", risk_level: 4 });
});

test("write-offs of $300 each end at L4 as one of $1,200 does, whatever their items, places and days", async () => {
  const { agentKey: token } = await foundOtherTenant();
  const items = distributor.items.filter(({ unitCostCents }) => unitCostCents > 2_000).slice(0, 4);
  const writeOff = ({ sku, unitCostCents }: (typeof items)[number], at: number) =>
    propose(
      {
        action_type: "inventory_adjustment",
        entity_type: "item",
        entity_ref: sku,
        changes: [{ field: "adjustqtyby", to: -Math.ceil(30_000 / unitCostCents) }],
        context: { location: distributor.locations[at % distributor.locations.length] },
      },
      undefined,
      { token },
    );
  const tiers: number[] = [];
  for (const [at, item] of items.entries()) {
    const { id, risk_level: tier } = await writeOff(item, at);
    tiers.push(tier);
    await dateBack(id, 9);
  }
  expect(tiers).toEqual([3, 3, 3, 4]);
});

test("prices of four orders lowered by $300 each end at L4 as one lowered by $1,200 does", async () => {
  const { agentKey: token } = await foundOtherTenant();
  const ofOrder = new Map(
    distributor.orders
      .filter(({ status }) => status === "B")
      .flatMap(({ number, lines }) =>
        lines.filter(({ quantity }) => quantity > 40).map((line) => [number, line] as const),
      ),
  );
  const tiers: number[] = [];
  for (const [number, { key, sku, quantity }] of [...ofOrder].slice(0, 4)) {
    const live = Number((await readRecord("order_line", `${number}:${key}`)).rate);
    const { id, risk_level: tier } = await propose(
      {
        action_type: "sales_order_line_price",
        entity_type: "sales_order",
        entity_ref: number,
        changes: [{ field: "rate", to: (live - 300 / quantity).toFixed(4) }],
        context: { line_unique_key: key, item: sku },
      },
      undefined,
      { token },
    );
    tiers.push(tier);
    await dateBack(id, 9);
  }
  expect(tiers).toEqual([3, 3, 3, 4]);
});

test("a burst of one good code is one proof and no guesses", async () => {
  const { company } = await foundOtherTenant();
  const totpSecret = newTotpSecret();
  const token = await company.addToken(
    await company.addPerson({ name: "Ben Adler", role: "approver", totpSecret }),
  );
  const { key } = await company.addAgent({ name: `agent-${randomUUID().slice(0, 8)}` });
  const revoke = { field: "creditlimit", to: 0 };
  const input = { entity_type: "customer", entity_ref: "Coastal Pantry", changes: [revoke] };
  const proposal = await propose({ action_type: "customer_credit_revoke", ...input }, undefined, {
    token: key,
  });
  const mint = (code: string) =>
    call(
      "issueEditToken",
      { token },
      {
        action_id: proposal.id,
        payload_hash: proposal.payload_hash,
        decision: "approve",
        typed_reference: input.entity_ref,
        factor: { type: "totp", code },
      },
    );
  const good = codeOf(totpSecret);
  const answers = await Promise.all(Array.from({ length: 12 }, () => mint(good)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expectProblem(answer, "step_up_failed");
  // None of them was a guess: five are left.
  for (let guess = 1; guess <= 5; guess += 1)
    expectProblem(await mint(wrongCode(totpSecret)), "step_up_failed");
  expectProblem(await mint(wrongCode(totpSecret)), "rate_limited");
});

test("a step-up is asked for in a session, not by a token", async () => {
  await expectNothingWritten(async () => {
    const factor = { type: "totp", code: "000000" } as const;
    const step = { purpose: "release_switch", subject: "ns_writes", factor } as const;
    expectProblem(await call("beginStepUp", "admin", step), "session_required");
  });
});
