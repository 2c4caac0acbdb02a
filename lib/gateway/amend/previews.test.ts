import { describe, expect, test } from "vitest";
import { editSchema } from "@/lib/contract/actions/amend";
import type { Person } from "@/lib/core/access/principal";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useAmendments } from "@/lib/gateway/testing/use-world";
import { previewEdit } from "./preview-edit";
import { previewUndo } from "./preview-undo";

const { world, verbs } = await useAmendments();
const { gateway, approver, viewer } = world;

const bid = async (to: string) => (await world.propose(proposals.bidPrice(to, "1.42"))).proposal;
const price = (to: string) => ({ changes: [{ field: "price", to }] });
const previewOf = (
  { id, payload_hash }: { id: number; payload_hash: string },
  edit: object,
  by: Person = approver,
  over = gateway,
) => previewEdit(by, id, editSchema.parse({ payload_hash, ...edit }), over);
const countActions = async () =>
  (
    await world.owner`SELECT count(*)::int AS actions, (SELECT count(*)::int FROM events) AS events
    FROM proposed_actions`
  )[0];

describe("the preview of an edit", () => {
  test("says the difference, worth, tier, rule and approvals that the edit then has, and stores nothing", async () => {
    const proposal = await bid("1.44");
    const before = await countActions();
    const preview = await previewOf(proposal, price("1.60"));
    expect(await countActions()).toEqual(before);
    expect(await world.statusOf(proposal.id)).toBe("pending");
    expect(preview).toMatchObject({
      risk_level: 4,
      rule_words: "it moves by 5 % or more",
      changes: [{ field: "price", proposed_live: "1.42", to: "1.6", delta: "0.18" }],
      own_approval: "You may not decide it alone: you would be its author.",
    });

    const version = await verbs.edit(proposal, price("1.60"));
    const made = await world.read(version.id, approver);
    expect(preview).toMatchObject({
      sentence: made.sentence,
      impact: made.impact,
      risk_level: made.risk_level,
      risk_rule: made.risk_rule,
      rule_words: made.rule_words,
      required_approvals: made.required_approvals,
      requires_step_up: made.requires_step_up,
    });
  });

  test("is refused as the edit would be: to viewers, for another payload, for a wrong value at its place", async () => {
    const proposal = await bid("1.443");
    await expectRefusal(previewOf(proposal, price("1.5"), viewer), "not_allowed");
    await expectRefusal(previewOf({ ...proposal, payload_hash: "0".repeat(64) }, price("1.5")), "changed");
    await expectRefusal(previewOf(proposal, price("no price")), {
      code: "validation_failed",
      issues: [expect.objectContaining({ path: "changes[0].to" })],
    });
    const stranger = await (await world.addTenant()).person("Stranger", "admin");
    await expectRefusal(previewOf(proposal, price("1.5"), stranger), "not_found");
  });

  test("takes one of the person's reads, and is refused once they are spent", async () => {
    const proposal = await bid("1.445");
    const over = { ...gateway, quotas: { ...gateway.quotas, personReadsPerMinute: 2 } };
    const asker = await world.home.person("Quick", "approver");
    await previewOf(proposal, price("1.5"), asker, over);
    await previewOf(proposal, price("1.51"), asker, over);
    await expectRefusal(previewOf(proposal, price("1.52"), asker, over), "rate_limited");
  });
});

describe("the detail says before a decision whether another write takes this one back", () => {
  test("naming the old value, and the opposite of a difference", async () => {
    const moved = await world.read((await bid("1.448")).id, approver);
    expect(moved).toMatchObject({
      reversible: true,
      reversal: {
        possible: true,
        words: expect.stringMatching(/^Reversible: proposing the old value \$1\.42 again\.$/),
      },
    });
    const { proposal } = await world.propose(proposals.adjustment("-2"));
    expect((await world.read(proposal.id, approver)).reversal.words).toContain("the opposite difference");
  });

  test("or why nothing does: a note stays, and a change without its old value cannot be restored", async () => {
    const { proposal } = await world.propose(proposals.arNote());
    expect(await world.read(proposal.id, approver)).toMatchObject({
      reversible: false,
      letter: ["note"],
      reversal: {
        possible: false,
        words: expect.stringContaining("Cannot be reversed: NetSuite keeps the note"),
      },
    });
  });
});

describe("the preview of an undo", () => {
  test("is refused for what was not applied, and to viewers", async () => {
    const pending = await bid("1.447");
    await expectRefusal(previewUndo(approver, pending.id, gateway), "not_undoable");
    await expectRefusal(previewUndo(viewer, pending.id, gateway), "not_allowed");
  });

  test("is the change that the undo then proposes, from the value that stands there now, and stores nothing", async () => {
    const proposal = await bid("1.446");
    await verbs.apply(proposal);
    const before = await countActions();
    const preview = await previewUndo(approver, proposal.id, gateway);
    expect(await countActions()).toEqual(before);
    expect(preview.changes).toMatchObject([{ field: "price", proposed_live: "1.446", to: "1.42" }]);

    const undo = await world.read((await verbs.undo(proposal.id)).id, approver);
    expect(undo.changes).toMatchObject([{ field: "price", proposed_live: "1.446", to: "1.42" }]);
    expect(preview).toMatchObject({ sentence: undo.sentence, risk_level: undo.risk_level });
    await expectRefusal(previewUndo(approver, proposal.id, gateway), "undo_exists");
  });
});
