import { describe, expect, test } from "vitest";
import { previewReproposal } from "@/lib/gateway/amend/preview-version";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { traceOf } from "@/lib/gateway/testing/decisions";
import { expectedOf, readingsOf } from "@/lib/gateway/testing/live-readings";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useAmendments } from "@/lib/gateway/testing/use-world";

const { world, verbs } = await useAmendments();
const { gateway, approver, admin } = world;
const { lookAt, setLimit, drifting, repropose } = readingsOf(world);

describe("a reproposal of a pending action", () => {
  test("supersedes it in one transaction, and keeps its author from approving it alone", async () => {
    const proposal = await drifting(62_200, "64000");
    const version = await repropose(proposal.id, await lookAt(proposal.id));
    expect(await verbs.rowOf(proposal.id)).toMatchObject({
      status: "superseded",
      superseded_by_id: version.id,
    });
    expect(await world.eventsOf(proposal.id)).toEqual(["hitl.proposed", "hitl.superseded"]);
    expect((await world.read(proposal.id)).timeline.at(-1)!.text).toBe(
      `The record had changed; proposed again by Ana as #${version.id}`,
    );
    expect(await verbs.outboxOf(proposal.id)).toContain("hitl.superseded");
    await expectRefusal(world.decide(approver, version), "own_proposal");
    expect(await world.decide(admin, version)).toMatchObject({ outcome: "claimed" });
    expect(await verbs.push(version.id)).toEqual({ outcome: "applied" });
    await expectRefusal(world.decide(admin, proposal), "already_decided");
  });

  test("is refused without a reading, and once the record holds the value again", async () => {
    const proposal = await drifting(62_300, "64000");
    await expectRefusal(verbs.repropose(proposal.id), "not_reproposable");
    const live = await lookAt(proposal.id);
    await setLimit("60000");
    await expectRefusal(repropose(proposal.id, live), {
      code: "not_reproposable",
      publicMessage: expect.stringContaining("holds the value again"),
    });
    expect(await world.statusOf(proposal.id)).toBe("pending");
  });

  test("proposes exactly what was shown: a record that moved again is shown again first", async () => {
    const proposal = await drifting(62_400, "64000");
    const live = await lookAt(proposal.id);
    await setLimit("65000");
    await expectRefusal(repropose(proposal.id, live), { code: "changed", status: 412 });
    expect(await world.statusOf(proposal.id)).toBe("pending");
    const again = await lookAt(proposal.id);
    expect(again.reproposal!.sentence).toContain("from $65,000.00");
    expect(await previewReproposal(approver, proposal.id, gateway)).toEqual(again.reproposal);
    expect(await repropose(proposal.id, again)).toMatchObject({ supersedes_id: proposal.id });
  });

  test("is refused if its tier is not the one that was shown, and leaves the pending action unchanged", async () => {
    const proposal = await drifting(62_500, "64000");
    const live = await lookAt(proposal.id);
    const before = await traceOf(world, proposal.id);
    const expected = { ...expectedOf(live), risk_level: 3 };
    await expectRefusal(reproposeAction(approver, proposal.id, expected, gateway), "changed");
    expect(await traceOf(world, proposal.id)).toBe(before);
  });

  test("races a decision: one of the two is made, and the other is told", async () => {
    const proposal = await drifting(62_600, "64000");
    const live = await lookAt(proposal.id);
    const outcomes = await Promise.allSettled([
      repropose(proposal.id, live),
      world.decide(admin, proposal, { decision: "reject" }),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(["superseded", "rejected"]).toContain(await world.statusOf(proposal.id));
  });
});
