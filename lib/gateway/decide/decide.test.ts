import { describe, expect, test } from "vitest";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { bulkDecide } from "./bulk-decide";
import type { DecideCommand } from "@/lib/channels/channel";
import { expireActions } from "./expire-actions";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { attachNotesToOrdersOnly } from "@/lib/gateway/testing/later-release";
import { putPolicyInForce, mintEditToken, traceOf, withoutStatement } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { holdRow, refusalOf, runOut, untilWaiting } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";

const world = await useWorld();
const { approver: ana, admin: adam, superuser, gateway, owner } = world;

const propose = async (input: Record<string, unknown>, by?: AgentPrincipal) =>
  (await world.propose(input, by)).proposal;
type Proposal = Awaited<ReturnType<typeof propose>>;

/** Returns the refusal and checks that it left no trace. */
async function refusalTo(person: Person, proposal: Proposal, more: Partial<DecideCommand> = {}) {
  const before = await traceOf(world, proposal.id);
  const error = await refusalOf(world.decide(person, proposal, more));
  expect(await traceOf(world, proposal.id)).toBe(before);
  return error;
}

describe("the second person to decide", () => {
  test("with the same decision of their own is answered, and nothing is written twice", async () => {
    const proposal = await propose(proposals.arNote());
    const first = await world.decide(ana, proposal);
    const before = await traceOf(world, proposal.id);
    expect(await world.decide(ana, proposal)).toEqual({ ...first, outcome: "already_decided" });
    expect(await traceOf(world, proposal.id)).toBe(before);
  });
  test("with somebody else's decision, or another one, is refused with the decision, its author and its time", async () => {
    const proposal = await propose(proposals.arNote());
    const { decided_at } = await world.decide(ana, proposal, { decision: "reject" });
    for (const [person, decision] of [
      [adam, "reject"],
      [adam, "approve"],
      [ana, "approve"],
    ] as const) {
      expect(await refusalTo(person, proposal, { decision })).toMatchObject({
        code: "already_decided",
        status: 409,
        members: { outcome: "already_decided", decision: "reject", decided_by: "Ana", decided_at },
      });
    }
  });
  test("after a withdrawal is refused with the withdrawing agent", async () => {
    const proposal = await propose(proposals.arNote());
    await withdrawProposal(world.agent, proposal.id, gateway);
    expect(await refusalTo(ana, proposal)).toMatchObject({
      code: "already_decided",
      status: 409,
      members: { action_status: "cancelled", decision: null, decided_by: "agent pricing-agent" },
      publicMessage: expect.stringContaining("withdrawn"),
    });
  });
});

describe("an approval is refused", () => {
  test("410 once time has run out, before the sweep and after it", async () => {
    const proposal = await propose(proposals.arNote());
    await runOut(superuser, proposal.id);
    const expired = { code: "expired", status: 410 };
    expect(await refusalTo(ana, proposal)).toMatchObject(expired);
    expect(await refusalTo(ana, proposal, { decision: "reject" })).toMatchObject(expired);
    expect(await expireActions(gateway)).toBe(1);
    expect(await refusalTo(ana, proposal)).toMatchObject(expired);
  });
  test("412 for another payload than the one shown", async () => {
    const proposal = await propose(proposals.arNote());
    const payloadHash = "0".repeat(64);
    expect(await refusalTo(ana, proposal, { payloadHash })).toMatchObject({ code: "changed", status: 412 });
  });
  test.each(["proposed_apply", "high_risk_ops"] as const)(
    "423 while %s is on, naming it and since when",
    async (name) => {
      const proposal = await propose(proposals.creditLimit());
      await flipSwitch(world.owner, adam, { name, engaged: true, reason: "test" }, gateway);
      const error = await refusalTo(ana, proposal);
      expect(error).toMatchObject({ code: "blocked", status: 423, members: { switch: name } });
      expect(Date.parse(String(error.members.since))).toBeGreaterThan(0);
      await flipSwitch(world.owner, adam, { name, engaged: false, reason: "over" }, gateway);
      expect(await world.decide(ana, proposal)).toMatchObject({ outcome: "claimed" });
    },
  );
  test("428 at L4 without confirmation, and in bulk", async () => {
    const proposal = await propose(proposals.creditLimit());
    expect(proposal.risk_level).toBe(4);
    expect(await refusalTo(ana, proposal, { confirmed: false })).toMatchObject({
      code: "confirmation_missing",
      status: 428,
    });
    const before = await traceOf(world, proposal.id);
    const items = [{ id: proposal.id, payload_hash: proposal.payload_hash }];
    const { results } = await bulkDecide(ana, { decision: "approve", items }, gateway);
    expect(results).toMatchObject([{ outcome: "not_bulk" }]);
    expect(await traceOf(world, proposal.id)).toBe(before);
  });
  test("a row that a later release does not send any more fails alone in bulk, and can be rejected", async () => {
    const customer = { entity_type: "customer", entity_ref: "Coastal Pantry" };
    const outdated = await propose(proposals.noteAttachment(customer));
    const other = await propose(proposals.noteAttachment());
    attachNotesToOrdersOnly();
    const items = [outdated, other].map(({ id, payload_hash }) => ({ id, payload_hash }));
    const { results } = await bulkDecide(ana, { decision: "approve", items }, gateway);
    expect(results).toMatchObject([{ outcome: "internal" }, { outcome: "claimed" }]);
    expect(await world.statusOf(outdated.id)).toBe("pending");
    const rejection = await bulkDecide(ana, { decision: "reject", items: items.slice(0, 1) }, gateway);
    expect(rejection.results).toMatchObject([{ outcome: "claimed", status: "rejected" }]);
  });
  test("403 for a viewer, whatever the decision", async () => {
    const proposal = await propose(proposals.arNote());
    for (const decision of ["approve", "reject"] as const) {
      const refusal = await refusalTo(world.viewer, proposal, { decision });
      expect(refusal).toMatchObject({ code: "not_allowed", status: 403 });
    }
  });
  test("403 where the right was withdrawn while the claim stood in line", async () => {
    const leaver = await world.home.person("Leaver", "approver");
    const proposal = await propose(proposals.arNote());
    const before = await traceOf(world, proposal.id);
    const barrier = await holdRow(owner, "proposed_actions", proposal.id);
    const deciding = refusalOf(world.decide(leaver, proposal));
    await untilWaiting(superuser, 1);
    await owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${leaver.userId}`;
    await barrier.release("rollback");
    expect(await deciding).toMatchObject({ code: "not_allowed", status: 403 });
    expect(await traceOf(world, proposal.id)).toBe(before);
  });
  test("404 for an id that is nobody's or another tenant's", async () => {
    const other = await world.addTenant();
    const theirs = await propose(proposals.arNote(), await other.agent("their-agent"));
    expect(await refusalTo(ana, theirs)).toMatchObject({ code: "not_found", status: 404 });
    expect(await refusalTo(ana, { ...theirs, id: 9_007_199_254_740_991 })).toMatchObject({
      code: "not_found",
    });
  });
  test("403 where the policy forbids it, naming rule and version", async () => {
    const tenant = await world.addTenant();
    const [approver, agent] = [await tenant.person("Pia", "approver"), await tenant.agent("agent")];
    const proposal = await propose(proposals.arNote(), agent);
    const rule = `@id("no-notes-today")\nforbid (principal, action == Countersign::Action::"decide", resource) when { resource.actionType == "ar_note" };`;
    await putPolicyInForce(world, tenant.tenantId, (text) => `${text}\n${rule}\n`);
    expect(await refusalTo(approver, proposal)).toMatchObject({
      code: "policy_denied",
      status: 403,
      members: { policy: { version: 2, rule: "no-notes-today" } },
    });
  });
});

describe("at L5", () => {
  const mint = (person: Person, more?: Parameters<typeof mintEditToken>[3]) => (proposal: Proposal) =>
    mintEditToken(world, person, proposal, more);
  test.each<[string, (proposal: Proposal) => Promise<string | null>]>([
    ["no edit token", async () => null],
    ["a made-up token", async () => "cs_edit_made_up"],
    ["an expired token", mint(ana, { validSeconds: 0 })],
    ["another person's token", mint(adam)],
    ["a token for rejecting", mint(ana, { decision: "reject" })],
    ["a token for another payload", mint(ana, { payloadHash: "0".repeat(64) })],
    ["a token for another action", async () => mint(ana)(await propose(proposals.creditRevoke()))],
  ])("%s approves nothing (428)", async (_name, tokenFor) => {
    const proposal = await propose(proposals.creditRevoke());
    expect(proposal).toMatchObject({ risk_level: 5, required_approvals: 1 });
    const editToken = await tokenFor(proposal);
    const code = editToken === null ? "edit_token_missing" : "edit_token_invalid";
    expect(await refusalTo(ana, proposal, { editToken })).toMatchObject({ code, status: 428 });
  });
  test("a token is good for one approval, and only with the confirmation", async () => {
    const proposal = await propose(proposals.creditRevoke());
    const editToken = await mintEditToken(world, ana, proposal);
    expect(await refusalTo(ana, proposal, { editToken, confirmed: false })).toMatchObject({
      code: "confirmation_missing",
    });
    expect(await world.decide(ana, proposal, { editToken })).toMatchObject({
      outcome: "claimed",
      status: "approved",
    });
    const [token] = await owner`SELECT used_at FROM edit_tokens WHERE action_id = ${proposal.id}`;
    expect(token!.used_at).not.toBeNull();
  });
  test("a used token approves nothing more", async () => {
    const proposal = await propose(proposals.bigCreditRevoke());
    const editToken = await mintEditToken(world, ana, proposal);
    await owner`UPDATE edit_tokens SET used_at = now() WHERE action_id = ${proposal.id}`;
    expect(await refusalTo(ana, proposal, { editToken })).toMatchObject({
      code: "edit_token_invalid",
      status: 428,
    });
  });
});

test.each([
  ["L4", proposals.creditLimit],
  ["L5", proposals.creditRevoke],
])("rejecting at %s needs neither confirmation nor token", async (_tier, make) => {
  const proposal = await propose(make());
  const command = { decision: "reject", confirmed: false, editToken: null, comment: "not now" } as const;
  expect(await world.decide(ana, proposal, command)).toMatchObject({
    outcome: "claimed",
    status: "rejected",
  });
});

describe("the person on whose behalf an agent proposed", () => {
  const ownOf = async (approvers: string[], input: Record<string, unknown>) => {
    const tenant = await world.addTenant();
    const people: Person[] = [];
    for (const name of approvers) people.push(await tenant.person(name, "approver"));
    const proposal = await propose(input, await tenant.agent("agent", people[0]!.userId));
    return { tenant, people, proposal };
  };
  test.each([
    ["L4", proposals.creditLimit],
    ["L5", proposals.creditRevoke],
  ])(
    "is not the only approver at %s where another could be; the policy and the claim each see to it",
    async (_tier, make) => {
      const { tenant, people, proposal } = await ownOf(["Olga", "Otto"], make());
      const [olga, otto] = people as [Person, Person];
      const editToken = await mintEditToken(world, olga, proposal);
      const byPolicy = await refusalTo(olga, proposal, { editToken });
      expect(byPolicy).toMatchObject({ code: "policy_denied", status: 403 });
      await putPolicyInForce(world, tenant.tenantId, (text) =>
        withoutStatement(text, "not-the-only-approver-of-own-proposal"),
      );
      const byClaim = await refusalTo(olga, proposal, { editToken });
      const message = expect.stringMatching(/^The agent speaks for you: /) as string;
      expect(byClaim).toMatchObject({ code: "own_proposal", status: 403, message });
      const theirs = await mintEditToken(world, otto, proposal);
      expect(await world.decide(otto, proposal, { editToken: theirs })).toMatchObject({ outcome: "claimed" });
    },
  );
  test("may reject it, and may approve it below L4", async () => {
    const high = await ownOf(["Olga", "Otto"], proposals.creditLimit());
    expect(await world.decide(high.people[0]!, high.proposal, { decision: "reject" })).toMatchObject({
      status: "rejected",
    });
    const low = await ownOf(["Olga", "Otto"], proposals.arNote());
    expect(await world.decide(low.people[0]!, low.proposal)).toMatchObject({ status: "approved" });
  });
  test("is not locked out as the tenant's only approver", async () => {
    const { people, proposal } = await ownOf(["Solo"], proposals.creditLimit());
    expect(await world.decide(people[0]!, proposal)).toMatchObject({
      outcome: "claimed",
      status: "approved",
    });
  });
});

test("an approval whose push cannot be queued is none: it stays pending, without a decision or an event", async () => {
  const proposal = await propose(proposals.arNote());
  const before = await traceOf(world, proposal.id);
  await owner`REVOKE INSERT ON ns_pending_pushes FROM countersign_owner`;
  try {
    await expect(world.decide(ana, proposal)).rejects.toThrow();
  } finally {
    await owner`GRANT INSERT ON ns_pending_pushes TO countersign_owner`;
  }
  expect(await traceOf(world, proposal.id)).toBe(before);
  expect(await world.statusOf(proposal.id)).toBe("pending");
  expect(await world.decide(ana, proposal)).toMatchObject({ outcome: "claimed" });
});

test("a rejection reaches those who follow it: its event waits in the outbox", async () => {
  const proposal = await propose(proposals.arNote());
  await world.decide(ana, proposal, { decision: "reject" });
  const sent = await owner`
    SELECT event_name, body_json FROM outbox WHERE event_id = ${`action-${proposal.id}-decided`}`;
  expect(sent).toEqual([
    { event_name: "hitl.rejected", body_json: { tenant_id: world.tenantId, action_id: proposal.id } },
  ]);
});
