import { applyPatch } from "rfc6902";
import { describe, expect, onTestFinished, test } from "vitest";
import { readProposal } from "@/lib/gateway/read/proposals/read-proposal";
import { putPolicyInForce, withoutStatement } from "@/lib/gateway/testing/decisions";
import { approve, proposeAndApprove, requestsOf } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, refusalOf, runOut } from "@/lib/gateway/testing/race";
import { useAmendments } from "@/lib/gateway/testing/use-world";

const { world, verbs, superuser } = await useAmendments({ changedByHand: ["push_status_differs"] });

const bid = async (to = "1.44", more: Record<string, unknown> = {}) =>
  (await world.propose(proposals.bidPrice(to, "1.42", more))).proposal;
const price = (to: string | number) => ({ changes: [{ field: "price", to }] });
const read = (id: number) => world.read(id, world.approver);

describe("an edit", () => {
  test("supersedes the row and puts one in its place with a live read, a tier and a decision of its own", async () => {
    const agent = await world.home.agent("spoken-for", world.admin.userId);
    const { proposal } = await world.propose(
      proposals.bidPrice("1.44", "1.42", { conversation_ref: "thread-7", reason: "Berries are scarce." }),
      agent,
      "agents-key-1",
    );
    const version = await verbs.edit(proposal, { ...price("1.60"), reason: "They offered more" });

    expect(version).toMatchObject({
      status: "pending",
      risk_level: 4,
      supersedes_id: proposal.id,
      undo_of_id: null,
    });
    const old = await verbs.rowOf(proposal.id);
    const row = await verbs.rowOf(version.id);
    expect(old).toMatchObject({
      status: "superseded",
      superseded_by_id: version.id,
      end_reason: "edited: They offered more",
      ended_by_label: "Ana",
    });
    expect(row).toMatchObject({
      status: "pending",
      supersedes_id: proposal.id,
      agent_id: agent.agentId,
      author_user_id: world.approver.userId,
      on_behalf_of_user_id: world.admin.userId,
      correlation_id: old.correlation_id,
      conversation_ref: "thread-7",
      reason: "Berries are scarce.",
      idempotency_key: null,
    });
    expect(row.payload_json.changes).toEqual([{ field: "price", from: "1.42", to: "1.6" }]);
    expect(await world.eventsOf(proposal.id)).toEqual(["hitl.proposed", "hitl.superseded"]);
    expect(await world.eventsOf(version.id)).toEqual(["hitl.proposed"]);
    expect(await verbs.outboxOf(proposal.id)).toEqual(["hitl.proposed", "hitl.superseded"]);
    expect((await read(version.id)).timeline[0]!.text).toContain(
      `Proposed by Ana in place of #${proposal.id}`,
    );
    expect((await read(proposal.id)).timeline.at(-1)!.text).toBe(
      `Edited by Ana; replaced by #${version.id}: “They offered more”`,
    );
    expect(await read(version.id)).toMatchObject({
      author: "Ana",
      agent: "spoken-for",
      on_behalf_of: "Adam",
    });
  });

  test("gives the agent the difference as a JSON Patch, also through a wait that is open", async () => {
    const proposal = await bid();
    const waiting = readProposal(world.agent, proposal.id, 20, undefined, world.gateway);
    const version = await verbs.edit(proposal, price(1.45));
    const answer = await waiting;
    expect(answer).toMatchObject({ status: "superseded", superseded_by: { id: version.id } });
    const { patch } = answer.superseded_by!;
    expect(patch).toEqual([{ op: "replace", path: "/changes/0/to", value: "1.45" }]);
    const payload = (await verbs.rowOf(proposal.id)).payload_json;
    applyPatch(payload, patch as never);
    expect(payload).toEqual((await verbs.rowOf(version.id)).payload_json);
    const now = await readProposal(world.agent, version.id, 0, undefined, world.gateway);
    expect(now).toMatchObject({ supersedes: proposal.id, author: "Ana", superseded_by: null });
  });

  test("gives its version the full time of that version's own tier", async () => {
    const proposal = await bid("1.44", { expires_in_seconds: 600 });
    const version = await verbs.edit(proposal, price("1.60"));
    const row = await verbs.rowOf(version.id);
    expect(row.risk_level).toBe(4);
    expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(24 * 3_600_000);
  });

  test("varies the texts that are written beside the changes, and can remove one", async () => {
    const { proposal } = await world.propose(
      proposals.noteAttachment({ context: { title: "Pallet", ticket: "T-1" } }),
    );
    const renamed = await verbs.edit(proposal, { context: { title: " Pallet 9 " } });
    expect((await verbs.rowOf(renamed.id)).payload_json.context).toEqual({
      title: "Pallet 9",
      ticket: "T-1",
    });
    const removed = await verbs.edit(renamed, { context: { title: null } });
    expect((await verbs.rowOf(removed.id)).payload_json.context).toEqual({ ticket: "T-1" });
    expect(await verbs.rowOf(removed.id)).toMatchObject({ supersedes_id: renamed.id, status: "pending" });
  });

  test("starts from what the record holds by then", async () => {
    const proposal = await bid("1.46");
    await world.editDuringTest("bid_price", "B5875:10472", { price: "1.43" }, { price: "1.42" });
    const version = await verbs.edit(proposal, price("1.47"));
    expect(version.drift).toEqual([{ field: "price", proposed_from: "1.42", now: "1.43", to: "1.47" }]);
    expect((await verbs.rowOf(version.id)).payload_json.changes).toEqual([
      { field: "price", from: "1.43", to: "1.47" },
    ]);
  });

  test("counts once in the day's totals, however often it is edited", async () => {
    const agent = await world.home.agent("counted");
    const { proposal } = await world.propose(proposals.adjustment("-4"), agent);
    const first = await verbs.rowOf(proposal.id);
    let now: { id: number; payload_hash: string } = proposal;
    for (const to of ["-3", "-9", "-4"])
      now = await verbs.edit(now, { changes: [{ field: "adjustqtyby", to }] });
    const last = await verbs.rowOf(now.id);
    expect(first.risk_weighed.cumulative_agent_cents).toBeGreaterThan(0);
    expect(last.risk_weighed).toEqual(first.risk_weighed);
  });

  test("of an approved write that was not sent cancels its push, and requests the push that waits behind it", async () => {
    const proposal = await bid("1.435");
    await approve(world, proposal);
    const behind = await bid("1.436");
    await approve(world, behind);
    const version = await verbs.edit(proposal, price("1.437"));
    expect(await world.pushOf(proposal.id)).toMatchObject({ status: "cancelled" });
    expect(await world.statusOf(proposal.id)).toBe("superseded");
    expect(await world.statusOf(version.id)).toBe("pending");
    const { id } = await world.pushOf(behind.id);
    expect(await requestsOf(world, id)).toContain(`push-${id}-round-1`);
    expect(await world.commitsOf(proposal.id)).toHaveLength(0);
    await verbs.cancel(behind.id);
  });

  test("of an approval tells its approver that it was replaced, not that it stands", async () => {
    const proposal = await bid("1.4345");
    await approve(world, proposal);
    await verbs.edit(proposal, price("1.4346"), world.admin);
    await expectRefusal(world.decide(world.approver, proposal), {
      code: "already_decided",
      status: 409,
      publicMessage: expect.stringContaining("Adam"),
      members: { action_status: "superseded", decided_by: "Adam", decision: null },
    });
  });

  test("goes on under every kill switch", async () => {
    const proposal = await bid("1.4347");
    await verbs.engageEverySwitch();
    await verbs.edit(proposal, price("1.4348"));
    expect(await world.statusOf(proposal.id)).toBe("superseded");
  });
});

describe("an edit is refused", () => {
  const refusals: [name: string, input: Record<string, unknown>, field: string, words: RegExp][] = [
    ["to the values it has", price("1.440"), "changes[0].to", /changes nothing/],
    ["of nothing", {}, "changes", /changes nothing/],
    [
      "of a field the payload does not change",
      { changes: [{ field: "cost", to: 1 }] },
      "changes[0].field",
      /cannot be varied/,
    ],
    [
      "of one field twice",
      {
        changes: [
          { field: "price", to: 1.5 },
          { field: "unit_price", to: 1.6 },
        ],
      },
      "changes[1].field",
      /twice/,
    ],
    ["to text for money", price("cheap"), "changes[0].to", /must be money/],
    ["of which record is meant", { context: { bid_id: "B5953" } }, "context.bid_id", /cannot be varied/],
  ];
  for (const [name, input, field, words] of refusals) {
    test(`422 ${name}, naming the field, and leaves the row as it was`, async () => {
      const proposal = await bid();
      const refusal = await refusalOf(verbs.edit(proposal, input));
      expect(refusal).toMatchObject({ code: "validation_failed", status: 422 });
      expect(refusal.issues).toEqual([{ path: field, message: expect.stringMatching(words) }]);
      expect(await world.statusOf(proposal.id)).toBe("pending");
      expect(await world.eventsOf(proposal.id)).toEqual(["hitl.proposed"]);
    });
  }

  test("412 where another payload was shown", async () => {
    const proposal = await bid();
    await expectRefusal(verbs.edit({ ...proposal, payload_hash: "0".repeat(64) }, price("1.5")), {
      code: "changed",
      status: 412,
    });
  });

  test("409 with the truth once it is decided, applied or withdrawn, and 410 once its time has passed", async () => {
    const rejected = await bid();
    await world.decide(world.admin, rejected, { decision: "reject", comment: "no" });
    await expectRefusal(verbs.edit(rejected, price("1.5")), {
      code: "already_decided",
      members: { action_status: "rejected", decision: "reject", decided_by: "Adam" },
    });
    const edited = await bid();
    const { id } = await verbs.edit(edited, price("1.5"));
    await expectRefusal(verbs.edit(edited, price("1.55")), {
      code: "already_decided",
      members: { action_status: "superseded", decided_by: "Ana", successor_id: id },
    });
    const over = await bid();
    await runOut(superuser, over.id);
    await expectRefusal(verbs.edit(over, price("1.5")), { code: "expired", status: 410 });
  });

  test("409 while its push is on its way, and when its outcome is unknown: the outcome is found out first", async () => {
    const proposal = await proposeAndApprove(world, proposals.arNote());
    const note = { changes: [{ field: "note", to: "Another note." }] };
    await world.owner`UPDATE ns_pending_pushes SET status = 'pushing', lease_owner = 'w', lease_attempt = 1,
      lease_expires_at = clock_timestamp() + interval '1 hour' WHERE action_id = ${proposal.id}`;
    await expectRefusal(verbs.edit(proposal, note), {
      code: "may_be_written",
      members: { delivery: "pushing" },
    });
    await world.owner`UPDATE ns_pending_pushes SET status = 'unknown', lease_owner = NULL, lease_expires_at = NULL,
      hold_until = clock_timestamp() WHERE action_id = ${proposal.id}`;
    await expectRefusal(verbs.edit(proposal, note), {
      code: "may_be_written",
      members: { delivery: "unknown" },
      publicMessage: expect.stringContaining("Retry"),
    });
  });

  test("422 where the action type varies nothing", async () => {
    const { proposal } = await world.propose(proposals.creditRevoke());
    await expectRefusal(verbs.edit(proposal, { changes: [{ field: "creditlimit", to: 5 }] }), {
      code: "not_editable",
      status: 422,
    });
    expect((await read(proposal.id)).may.edit).toMatchObject({
      allowed: false,
      why: expect.stringContaining("no value to edit"),
    });
  });

  test("422 where the record is gone, and where its names lead to another one", async () => {
    const proposal = await bid("1.441");
    await verbs.loseBid();
    await expectRefusal(verbs.edit(proposal, price("1.442")), "record_missing");
  });

  test("403 for a viewer, and where the policy lets this person decide nothing of it", async () => {
    const proposal = await bid();
    await expectRefusal(verbs.edit(proposal, price("1.5"), world.viewer), "not_allowed");
    await putPolicyInForce(world, world.tenantId, (text) => withoutStatement(text, "approvers-decide"));
    onTestFinished(() => putPolicyInForce(world, world.tenantId, (text) => `${text}\n`));
    await expectRefusal(verbs.edit(proposal, price("1.5")), { code: "policy_denied", status: 403 });
    expect((await read(proposal.id)).may.edit.allowed).toBe(false);
    expect(await world.statusOf(proposal.id)).toBe("pending");
  });

  test("404 for another tenant's action", async () => {
    const other = await world.addTenant();
    const stranger = await other.person("Stranger", "admin");
    await expectRefusal(verbs.edit(await bid(), price("1.5"), stranger), "not_found");
  });
});

describe("the author of a version", () => {
  test("is told before the tap that at L4 somebody else approves it, and the claim holds it", async () => {
    // An agent of its own: what others propose does not add to its total.
    const agent = await world.home.agent("credit-agent");
    const { proposal } = await world.propose(proposals.creditLimit(61_500), agent);
    const version = await verbs.edit(proposal, { changes: [{ field: "creditlimit", to: 62_000 }] });
    expect(version.own_approval).toContain("somebody else");
    expect((await read(version.id)).own_approval).toContain(
      "You wrote this version: at this tier somebody else has to approve it.",
    );
    expect((await world.read(version.id, world.admin)).own_approval).toBeNull();
    await expectRefusal(world.decide(world.approver, version), "own_proposal");
    expect(await world.decide(world.admin, version)).toMatchObject({ outcome: "claimed" });
    await verbs.cancel(version.id);
  });
});
