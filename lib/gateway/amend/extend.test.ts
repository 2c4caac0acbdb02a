import { describe, expect, onTestFinished, test } from "vitest";
import { nextChange } from "@/db/changes";
import { inTenant } from "@/db/client";
import { extendExpiry } from "@/db/queries/actions/amendments";
import { sqlState } from "@/db/testing/rows";
import { RISK_TIERS, tierMeaning } from "@/lib/core/action/risk-tier";
import { expireActions } from "@/lib/gateway/decide/expire-actions";
import { putPolicyInForce } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import {
  expectRefusal,
  holdRow,
  letExpire,
  outcomeOf,
  pastEveryGuard,
  runOut,
  untilExpired,
  untilWaiting,
} from "@/lib/gateway/testing/race";
import { useAmendments } from "@/lib/gateway/testing/use-world";
import { withdrawProposal } from "./withdraw-proposal";
import { sealExtension } from "@/lib/gateway/ledger/seals/sealed-event";

const { world, verbs, superuser } = await useAmendments({ changedByHand: ["risk_differs"] });
const extensionOf = (actionId: number, userId: number, reason: string) => ({
  actionId,
  userId,
  reason,
  seal: sealExtension({ tenantId: world.tenantId, actionId, userId, reason }),
});

const note = async () => (await world.propose(proposals.arNote())).proposal;
/** A note of which an hour is left, of the four days that it was given. */
const waning = async () => {
  const proposal = await note();
  await letExpire(superuser, proposal.id, 3_600_000);
  await pastEveryGuard(
    superuser,
    (tx) => tx`
      UPDATE proposed_actions SET created_at = expires_at - interval '4 days' WHERE id = ${proposal.id}`,
  );
  return proposal;
};
const columnsOf = async (id: number) => {
  const [row] = await world.owner<Record<string, unknown>[]>`SELECT * FROM proposed_actions WHERE id = ${id}`;
  const { expires_at, updated_at: _, chain_seq: _seq, chain_head: _head, ...rest } = row!;
  return { expiresAt: expires_at as Date, rest };
};
const lastEventOf = async (id: number) => {
  const [row] = await world.owner`
    SELECT body_text::jsonb AS body FROM events WHERE entity_type = 'proposed_action' AND entity_id = ${id}
    ORDER BY seq DESC LIMIT 1`;
  return row!.body as Record<string, unknown>;
};

test("an extension moves the expiry and nothing else, names its author and reason, and the payload on screen can still be approved", async () => {
  const proposal = await waning();
  const before = await columnsOf(proposal.id);
  const change = nextChange(world.gateway.database, world.tenantId, 60_000);
  const extension = await verbs.extend(proposal.id);
  await change;
  const after = await columnsOf(proposal.id);
  expect(after.rest).toEqual(before.rest);
  expect(after.expiresAt.toISOString()).toBe(extension.expires_at);
  expect(extension).toMatchObject({ id: proposal.id, extended_by: "Ana" });
  expect(await world.eventsOf(proposal.id)).toEqual(["hitl.proposed", "hitl.extended"]);
  expect(await lastEventOf(proposal.id)).toMatchObject({
    actor: { kind: "person", label: "Ana" },
    details: {
      user_id: world.approver.userId,
      reason: "Dana is back on Monday",
      payload_hash: proposal.payload_hash,
      previous_expires_at: before.expiresAt.toISOString(),
      expires_at: extension.expires_at,
    },
  });
  const { timeline, may } = await world.read(proposal.id, world.approver);
  expect(timeline.at(-1)!.text).toMatch(
    /^Extended by Ana until \d{4}-\d\d-\d\d \d\d:\d\d UTC: “Dana is back on Monday”$/,
  );
  expect(may.extend).toMatchObject({
    allowed: false,
    why: expect.stringContaining("Ana has extended it already"),
  });
  expect(await world.decide(world.admin, proposal)).toMatchObject({ outcome: "claimed" });
});

test.each(RISK_TIERS)(
  "a proposal of tier %i gets that tier's full time again, counted from now",
  async (tier) => {
    const proposal = await waning();
    await pastEveryGuard(
      superuser,
      (tx) => tx`UPDATE proposed_actions SET risk_level = ${tier} WHERE id = ${proposal.id}`,
    );
    const { expires_at } = await verbs.extend(proposal.id);
    const [row] = await world.owner<{ seconds: number }[]>`
    SELECT extract(epoch FROM ${expires_at}::timestamptz - occurred_at)::float8 AS seconds FROM events
    WHERE entity_id = ${proposal.id} AND event_type = 'hitl.extended'`;
    // The event is stamped a moment after the clock was read.
    expect(Math.abs(row!.seconds - tierMeaning(tier).fullTimeSeconds)).toBeLessThan(60);
    expect(row!.seconds).toBeLessThanOrEqual(tierMeaning(tier).fullTimeSeconds);
    await pastEveryGuard(
      superuser,
      (tx) => tx`UPDATE proposed_actions SET risk_level = 1 WHERE id = ${proposal.id}`,
    );
  },
);

test("a proposal that was given a shorter time gets that again, and no more", async () => {
  const { proposal } = await world.propose(proposals.arNote({ expires_in_seconds: 600 }));
  const { expires_at } = await verbs.extend(proposal.id);
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.parse(proposal.expires_at));
  expect(Date.parse(expires_at) - Date.parse(proposal.expires_at)).toBeLessThan(60_000);
});

describe("extending is refused", () => {
  test("a second time, to everybody", async () => {
    const { id } = await waning();
    await verbs.extend(id);
    const { expiresAt } = await columnsOf(id);
    for (const person of [world.approver, world.admin]) {
      await expectRefusal(verbs.extend(id, person), {
        code: "already_exists",
        status: 409,
        members: { extended_by: "Ana" },
        publicMessage: expect.stringContaining(
          "Ana has extended it already, and that is possible only once.",
        ),
      });
    }
    expect((await columnsOf(id)).expiresAt).toEqual(expiresAt);
  });

  test("to viewers, to another company, and for an action that does not exist", async () => {
    const { id } = await waning();
    await expectRefusal(verbs.extend(id, world.viewer), { code: "not_allowed", status: 403 });
    const elsewhere = await (await world.addTenant()).person("Eve", "admin");
    await expectRefusal(verbs.extend(id, elsewhere), { code: "not_found", status: 404 });
    await expectRefusal(verbs.extend(9_007_199_254_740_991), "not_found");
    expect(await world.eventsOf(id)).toEqual(["hitl.proposed"]);
  });

  test("of an action that is decided, withdrawn or replaced", async () => {
    const approved = await note();
    await world.decide(world.admin, approved);
    await expectRefusal(verbs.extend(approved.id), {
      code: "already_decided",
      status: 409,
      members: { action_status: "approved", decided_by: "Adam" },
    });
    await verbs.cancel(approved.id);
    const rejected = await note();
    await world.decide(world.admin, rejected, { decision: "reject" });
    await expectRefusal(verbs.extend(rejected.id), "already_decided");
    const withdrawn = await note();
    await withdrawProposal(world.agent, withdrawn.id, world.gateway);
    await expectRefusal(verbs.extend(withdrawn.id), {
      code: "already_decided",
      members: { action_status: "cancelled" },
    });
    const earlier = await note();
    const words = { changes: [{ field: "note", to: "Other words." }] };
    const edited = await verbs.edit(earlier, words, world.admin);
    await expectRefusal(verbs.extend(earlier.id), {
      code: "already_decided",
      members: { action_status: "superseded", successor_id: edited.id },
    });
    expect(await verbs.extend(edited.id), "the version that took its place is another action").toMatchObject({
      id: edited.id,
    });
  });

  test("of an action whose time is over, whether or not the sweep has come by", async () => {
    const { id } = await note();
    await runOut(superuser, id);
    await expectRefusal(verbs.extend(id), { code: "expired", status: 410 });
    await world.gateway.database.sql`SELECT expire_actions(${world.tenantId}, 100)`;
    await expectRefusal(verbs.extend(id), { code: "expired", status: 410 });
  });

  test("without a reason, also one of blanks alone", async () => {
    const { id } = await waning();
    for (const reason of ["", " ", "\n\t "]) {
      const extension = inTenant(world.gateway.database, world.tenantId, (tx) =>
        extendExpiry(tx, extensionOf(id, world.approver.userId, reason)),
      );
      expect(await extension, JSON.stringify(reason)).toBe(false);
    }
  });

  test("of an action that has more time left than its tier gives", async () => {
    // No proposal gets such a time any more; some of an earlier release still have it.
    const { id } = await note();
    await letExpire(superuser, id, 7 * 24 * 3_600_000);
    await expectRefusal(verbs.extend(id), { code: "nothing_to_do", status: 409 });
  });

  test("to a person who may not approve it by the policy, though they may reject it", async () => {
    const { id } = await waning();
    await putPolicyInForce(
      world,
      world.tenantId,
      (text) => `${text}
@id("notes-are-the-admins")
forbid (principal, action == Countersign::Action::"decide", resource)
when { context.decision == "approve" && principal.role != "admin" };`,
    );
    onTestFinished(() => putPolicyInForce(world, world.tenantId, (text) => text));
    await expectRefusal(verbs.extend(id), {
      code: "policy_denied",
      status: 403,
      publicMessage: expect.stringContaining("notes are the admins"),
    });
    expect(await verbs.extend(id, world.admin)).toMatchObject({ extended_by: "Adam" });
  });
});

describe("against the clock and its sweep", () => {
  test("an extension that waited past the expiry extends nothing, and the sweep expires it", async () => {
    const { id } = await note();
    await letExpire(superuser, id, 1_500);
    const barrier = await holdRow(world.owner, "proposed_actions", id);
    const outcome = outcomeOf(verbs.extend(id));
    await untilWaiting(superuser, 1);
    await untilExpired(superuser, id);
    await barrier.release("rollback");
    expect((await outcome).error).toMatchObject({ code: "expired", status: 410 });
    await expireActions(world.gateway);
    expect(await world.eventsOf(id)).toEqual(["hitl.proposed", "hitl.expired"]);
  });

  test("an extension that is under way as the old time runs out is not swept away", async () => {
    const { id } = await note();
    await letExpire(superuser, id, 1_500);
    await inTenant(world.gateway.database, world.tenantId, async (tx) => {
      expect(await extendExpiry(tx, extensionOf(id, world.admin.userId, "just in time"))).toBe(true);
      await untilExpired(superuser, id);
      await expireActions(world.gateway);
    });
    await expireActions(world.gateway);
    expect(await world.statusOf(id)).toBe("pending");
    expect(await world.eventsOf(id)).toEqual(["hitl.proposed", "hitl.extended"]);
  });
});

describe("the seal on the expiry", () => {
  const later = (id: number) =>
    `UPDATE proposed_actions SET expires_at = expires_at + interval '1 minute' WHERE id = ${id}`;
  const asApp = (statement: string) =>
    world.gateway.database.sql.begin(async (tx) => {
      await tx`SELECT set_config('app.tenant_id', ${String(world.tenantId)}, true)`;
      await tx.unsafe(statement);
    });
  const append = (id: number, details: string) =>
    `SELECT append_event(${world.tenantId}, 'proposed_action', ${id}, 'hitl.extended', 'person', 'Mallory', ${details})`;
  const saying = (id: number) =>
    `(SELECT jsonb_build_object('expires_at', expires_at + interval '1 minute') FROM proposed_actions WHERE id = ${id})`;

  test("holds against the app's role, also with an event that says so", async () => {
    const { id } = await waning();
    expect(await sqlState(asApp(later(id)))).toBe("42501");
    expect(await sqlState(asApp(`${append(id, saying(id))}; ${later(id)}`))).toBe("42501");
  });
  test("holds against the tables' owner without an event, with one that says another time, and a second time", async () => {
    const { id } = await waning();
    expect(await sqlState(world.owner.unsafe(later(id)))).toBe("CS001");
    expect(
      await sqlState(
        world.owner.unsafe(`${append(id, `'{"expires_at": "2099-01-01T00:00:00Z"}'`)}; ${later(id)}`),
      ),
    ).toBe("CS001");
    await verbs.extend(id);
    expect(await sqlState(world.owner.unsafe(`${append(id, saying(id))}; ${later(id)}`))).toBe("CS001");
  });
  test("is opened for no earlier time, nor for a person who may not decide, nor from another company", async () => {
    const { id } = await waning();
    const extendAs = (userId: number, tenantId = world.tenantId) =>
      inTenant(world.gateway.database, tenantId, (tx) =>
        extendExpiry(tx, extensionOf(id, userId, "because")),
      );
    const earlier = `UPDATE proposed_actions SET expires_at = expires_at - interval '1 minute' WHERE id = ${id}`;
    const claim = saying(id).replace("+ interval", "- interval");
    expect(await sqlState(world.owner.unsafe(`${append(id, claim)}; ${earlier}`))).toBe("CS001");
    expect(await extendAs(world.viewer.userId)).toBe(false);
    expect(await extendAs(999_999_999)).toBe(false);
    expect(await extendAs(world.admin.userId, 999_999)).toBe(false);
    expect(await world.eventsOf(id)).toEqual(["hitl.proposed"]);
  });
});
