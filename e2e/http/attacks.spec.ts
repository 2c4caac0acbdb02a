import { randomUUID } from "node:crypto";
import { propose, readAction } from "../support/http/api";
import { type As, call, callInSession, succeed } from "../support/http/call";
import { expectStatus, send } from "../support/http/request";
import { foundOtherTenant } from "../support/people/other-tenant";
import { addByAdmin, browserHeadersOf, createByAdmin, hireWithApp } from "../support/people/people";
import { proposeHigh } from "../support/proposals/proposals";
import { expectNothingWritten, expectProblem } from "../support/http/refusal";
import { expect, test } from "../support/test";

/** One person who would be several, one effect under another name or sign, and one write in parts: each over HTTP. */

const approveAs = (as: As, { id, payload_hash }: { id: number; payload_hash: string }) =>
  call("decideAction", as, { id, payload_hash, decision: "approve", confirmed: true });

const credit = (action_type: string, to: number) => ({
  action_type,
  entity_type: "customer",
  entity_ref: "Coastal Pantry",
  changes: [{ field: "creditlimit", to }],
});

test.describe("one administrator alone", () => {
  test("does not approve at L4 what an agent of their own proposes", async () => {
    const { key } = await createByAdmin();
    const proposal = await proposeHigh({ as: { token: key } });
    await expectNothingWritten(async () => {
      expectProblem(await approveAs("admin", proposal), "own_proposal");
    });
    expectStatus(await approveAs("approver", proposal), 200);
  });
  test("nor through an approver whom they added: before the steward's word that one decides nothing, and after it nothing at L4 for a day", async () => {
    const { key } = await createByAdmin();
    const proposal = await proposeHigh({ as: { token: key } });
    const { person, password_link } = await addByAdmin("approver");
    const password = randomUUID();
    const [, token] = password_link!.link.split("#");
    const redeemed = await send("/api/account/password-link", { method: "POST", body: { token, password } });
    expectStatus(redeemed, 200);
    const headers = await browserHeadersOf({ email: person.email, password });
    const approve = () =>
      send(`/api/proposed-actions/${proposal.id}/decide`, {
        method: "POST",
        headers,
        body: { payload_hash: proposal.payload_hash, decision: "approve", confirmed: true },
      });
    expectProblem(await approve(), "not_allowed");
    const confirmation = { id: person.id, role: "approver", at: person.pending_role!.at } as const;
    expectProblem(await callInSession("confirmRole", "admin", confirmation), "not_allowed");
    await succeed("confirmRole", "steward", confirmation);
    await expectNothingWritten(async () => {
      expectProblem(await approve(), "new_in_office");
    });
    expect(await readAction(proposal.id)).toMatchObject({ status: "pending", approvals: 0 });
  });
});

test.describe("an administrator decides nothing at L4", () => {
  const decideAs =
    (headers: Record<string, string>, proposal: { id: number; payload_hash: string }) =>
    (decision: "approve" | "reject") =>
      send(`/api/proposed-actions/${proposal.id}/decide`, {
        method: "POST",
        headers,
        body: { payload_hash: proposal.payload_hash, decision, confirmed: true },
      });

  test("as a colleague whose authenticator they reset and whose password they replaced", async () => {
    const colleague = await hireWithApp("approver");
    const proposal = await proposeHigh();
    await succeed("resetSecondFactor", "admin", { id: colleague.userId });
    const { link } = await succeed("issuePasswordLink", "admin", { id: colleague.userId });
    const password = randomUUID();
    const [, token] = link.split("#");
    expectStatus(
      await send("/api/account/password-link", { method: "POST", body: { token, password } }),
      200,
    );
    const decide = decideAs(await browserHeadersOf({ email: colleague.email, password }), proposal);
    await expectNothingWritten(async () => {
      expectProblem(await decide("approve"), "recently_recovered");
      expectProblem(await decide("reject"), "recently_recovered");
    });
  });

  test("once they have revoked everybody else who could", async () => {
    const { company, admin, adminToken: token } = await foundOtherTenant();
    const other = await company.addPerson({ name: "Ben Adler", role: "approver" });
    const { key } = await company.addAgent({ name: "noors-agent", onBehalfOfUserId: admin.userId });
    const proposal = await propose(credit("customer_credit_limit", 61_000), undefined, { token: key });
    expect(proposal).toMatchObject({ risk_level: 4 });
    await succeed("revokePerson", { token }, { id: other.userId });
    await expectNothingWritten(async () => {
      expectProblem(await approveAs({ token }, proposal), "policy_denied");
    });
  });
});

test.describe("the tier is that of the effect", () => {
  const note = (action_type: string) => ({
    action_type,
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [{ field: "note", to: `They will pay later (${randomUUID().slice(0, 8)})` }],
  });

  test("a credit limit set to nothing is L5, as a revoked one is", async () => {
    const { key: token } = await createByAdmin();
    for (const type of ["customer_credit_limit", "customer_credit_revoke"])
      expect(await propose(credit(type, 0), undefined, { token })).toMatchObject({ risk_level: 5 });
  });
  test("a credit limit below zero is refused, whichever type asks for it, and the field is named", async () => {
    for (const type of ["customer_credit_limit", "customer_credit_revoke"])
      await expectNothingWritten(async () => {
        const answer = await call("proposeAction", "agent", credit(type, -5) as never);
        expectProblem(answer, "validation_failed", "changes[0].to");
      });
  });
  test("a customer's note waits for a person, also where it is sent as an attachment", async () => {
    for (const type of ["ar_note", "note_attachment"])
      expect(await propose(note(type))).toMatchObject({ risk_level: 2, status: "pending" });
  });
});

test("a build of $21,700 in five parts of one agent is L4 from the part that passes $5,000 on", async () => {
  const { key: token } = await createByAdmin();
  const part = {
    action_type: "assembly_build",
    entity_type: "item",
    entity_ref: "20130",
    changes: [{ field: "quantity", to: 336 }],
  };
  const tiers: number[] = [];
  // Each part has a text of its own: equal ones would be one proposal.
  for (const [at, location] of ["Plant 2", "Dallas DC", "Plant 2", "Dallas DC", "Plant 2"].entries()) {
    const context = { location, memo: `Part ${at + 1}` };
    tiers.push((await propose({ ...part, context }, undefined, { token })).risk_level);
  }
  expect(tiers).toEqual([3, 4, 4, 4, 4]);
});
