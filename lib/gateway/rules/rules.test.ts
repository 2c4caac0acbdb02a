import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { setEntitlement } from "@/db/seed/entitlement";
import { sqlState } from "@/db/testing/rows";
import type { Person } from "@/lib/core/access/principal";
import type { StepUpPurpose } from "@/lib/core/access/step-up";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { previewPolicy } from "./preview-policy";
import { previewStanding } from "./preview-standing";
import { publishPolicy } from "./publish-policy";
import { readPolicies } from "./read-policies";
import {
  readStandingAuthorisations,
  revokeStandingAuthorisation,
  signStandingAuthorisation,
} from "./standing-authorisations";

const world = await useWorld();
const { gateway, owner } = world;
const by = (person: Person, purpose: StepUpPurpose, subject: string) =>
  steppedUp(owner, person, purpose, subject);
const statement = (id: string, body: string) => `${DEFAULT_POLICY_TEXT}\n@id("${id}")\n${body}\n`;

async function company() {
  const home = await world.addTenant();
  const admin = await home.person("Boss", "admin");
  return { ...home, admin, steward: await home.person("Stew", "steward"), agent: await home.agent("agent") };
}
const publish = async (person: Person, text: string, base_version = 1, note = "why") =>
  publishPolicy(await by(person, "publish_policy", policyHash(text)), { text, note, base_version }, gateway);

describe("a policy", () => {
  const noNotes = statement(
    "no-notes",
    'forbid (principal, action == Countersign::Action::"propose", resource) when { resource.actionType == "ar_note" };',
  );
  test("that is published is in force from the next question on, and stands in the ledger with who and why", async () => {
    const { admin, agent } = await company();
    await world.propose(proposals.arNote(), agent);
    const { items } = await publish(admin, noNotes);
    expect(items.map(({ version, by: name, note }) => [version, name, note])).toEqual([
      [2, "Boss", "why"],
      [1, "test", "The policy as shipped"],
    ]);
    await expectRefusal(world.propose(proposals.arNote(), agent), "policy_denied");
    expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({ intact: true });
    const [event] = await owner`
      SELECT actor_label, body_text::jsonb -> 'details' AS details FROM events
      WHERE tenant_id = ${admin.tenantId} AND event_type = 'policy.published' ORDER BY id DESC LIMIT 1`;
    expect(event).toMatchObject({
      actor_label: "Boss",
      details: { version: 2, hash: policyHash(noNotes), by_user_id: admin.userId },
    });
  });
  test("is published in a session with a fresh factor for this very text, over the version it was written from", async () => {
    const { admin } = await company();
    const publishBy = (person: Person, text = noNotes, base_version = 1) =>
      publishPolicy(person, { text, note: "why", base_version }, gateway);
    await expectRefusal(publishBy(admin), "session_required");
    await expectRefusal(publishBy(await by(admin, "publish_policy", policyHash("other"))), "step_up_invalid");
    await expectRefusal(publishBy(admin, noNotes, 0), "changed");
    await expectRefusal(publishBy(admin, DEFAULT_POLICY_TEXT), "nothing_to_do");
    await expectRefusal(publishBy(admin, "permit (principal, action, resource);"), "validation_failed");
    await expectRefusal(publishBy(world.approver), "not_allowed");
  });
  test("shows beforehand which decisions of the last 30 days it would change", async () => {
    const { admin, agent } = await company();
    const { proposal: note } = await world.propose(proposals.arNote(), agent);
    await world.decide(admin, note);
    const { proposal: limit } = await world.propose(proposals.creditLimit(), agent);
    const text = statement(
      "two-for-limits",
      `forbid (principal, action == Countersign::Action::"approve_alone", resource)
       when { resource.fields.contains("creditlimit") && resource.entityType == "customer" };
@id("no-decisions-on-notes")
forbid (principal, action == Countersign::Action::"decide", resource) when { resource.actionType == "ar_note" };`,
    );
    const preview = await previewPolicy(admin, { text }, gateway);
    expect(preview).toMatchObject({ issues: [], looked_at: 2, complete: true, differing: 2 });
    expect(preview.differences).toEqual([
      expect.objectContaining({
        action_id: limit.id,
        question: "requirements",
        in_force: "one approval (one-approver-suffices)",
        with_text: "two approvals (two-for-limits)",
      }),
      expect.objectContaining({
        action_id: note.id,
        question: "decide",
        in_force: "permitted by approvers-decide",
        with_text: "denied by no-decisions-on-notes",
      }),
    ]);
    expect((await readPolicies(admin, {}, gateway)).items).toHaveLength(1);
    expect(
      await previewPolicy(
        admin,
        { text: '@id("x") forbid (principal, action, resource) when { nonsense };' },
        gateway,
      ),
    ).toMatchObject({
      issues: [expect.objectContaining({ path: expect.any(String) })],
      looked_at: 0,
    });
  });
  test("sees the fields, the entity and the customer of an action", async () => {
    const { admin, agent } = await company();
    await publish(
      admin,
      statement(
        "not-this-customer",
        `forbid (principal, action == Countersign::Action::"decide", resource)
         when { resource has customer && resource.customer == "Driscoll's" && resource.entityType == "item" && resource.fields.contains("price") };`,
      ),
    );
    const { proposal } = await world.propose(proposals.bidPrice(), agent);
    await expectRefusal(world.decide(admin, proposal), "policy_denied");
  });
});

describe("a standing authorisation", () => {
  const grant = { action_types: ["note_attachment"], per_day_max: 2, valid_days: 30 };
  const subject = "note_attachment: 2 a day for 30 days";
  const sign = async (person: Person) =>
    signStandingAuthorisation(await by(person, "sign_standing_authorisation", subject), grant, gateway);
  test("lets its types through from its signature to its revocation, and both stand in the ledger", async () => {
    const { admin, agent } = await company();
    const propose = async () => (await world.propose(proposals.noteAttachment(), agent)).proposal.status;
    expect(await propose()).toBe("pending");
    const { items } = await sign(admin);
    expect(items).toEqual([
      expect.objectContaining({
        action_types: ["note_attachment"],
        signed_by: "Boss",
        live: true,
        used_today: 0,
      }),
    ]);
    expect(await propose()).toBe("approved");
    const revoked = await revokeStandingAuthorisation(admin, items[0]!.id, gateway);
    expect(revoked.items).toEqual([expect.objectContaining({ live: false, used_in_all: 1 })]);
    expect(await propose()).toBe("pending");
    await expectRefusal(revokeStandingAuthorisation(admin, items[0]!.id, gateway), "nothing_to_do");
    const types = await owner`
      SELECT event_type FROM events WHERE tenant_id = ${admin.tenantId} AND entity_type = 'standing_authorisation' ORDER BY seq`;
    expect(types.map((row) => row.event_type)).toEqual([
      "standing_authorisation.signed",
      "standing_authorisation.revoked",
    ]);
  });
  test("is signed by an administrator who decides, in a session, for types that are trivial here", async () => {
    const { admin, steward } = await company();
    await expectRefusal(signStandingAuthorisation(admin, grant, gateway), "session_required");
    await expectRefusal(sign(steward), "not_allowed");
    await expectRefusal(
      signStandingAuthorisation(admin, { ...grant, action_types: ["ar_note"] }, gateway),
      "validation_failed",
    );
    expect(await readStandingAuthorisations(steward, gateway)).toMatchObject({ items: [] });
  });
  test("shows beforehand what it would have let through, and why it would have left the rest", async () => {
    const { admin, agent } = await company();
    const twice = { changes: [{ field: "note", to: "The same text." }] };
    for (const more of [{}, twice, {}, twice]) await world.propose(proposals.noteAttachment(more), agent);
    const { types } = await previewStanding(admin, grant, gateway);
    expect(types).toEqual([
      expect.objectContaining({
        action_type: "note_attachment",
        proposed: 4,
        would_apply: 2,
        over_the_day: 1,
        repeated: 1,
      }),
    ]);
  });
  test("once revoked is not revived by the app's role, nor widened", async () => {
    const { admin, tenantId } = await company();
    const { items } = await sign(admin);
    await revokeStandingAuthorisation(admin, items[0]!.id, gateway);
    const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
    afterAll(() => app.end());
    const attempt = (change: string) =>
      sqlState(
        app.begin(async (tx) => {
          await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
          await tx.unsafe(`UPDATE standing_authorisations SET ${change} WHERE id = ${items[0]!.id}`);
        }),
      );
    expect(await attempt("revoked_at = NULL")).toBe("CS001");
    expect(await attempt("per_day_max = 1000")).toBe("42501");
  });
});

describe("a tenant that is no longer entitled", () => {
  const entitle = async (tenantId: number, actionTypes: string[] | null) => {
    const [tenant] = await owner<{ slug: string }[]>`SELECT slug FROM tenants WHERE id = ${tenantId}`;
    return setEntitlement(owner, tenant!.slug, "Olaf", { actionTypes });
  };
  test("has nothing approved, rejects all the same, and nothing approved before is sent", async () => {
    const { admin, agent, tenantId } = await company();
    const [one, two, three] = [
      (await world.propose(proposals.arNote(), agent)).proposal,
      (await world.propose(proposals.arNote(), agent)).proposal,
      (await world.propose(proposals.arNote(), agent)).proposal,
    ];
    await world.decide(admin, one!);
    await entitle(tenantId, ["email_draft"]);
    await expectRefusal(world.decide(admin, two!), "not_entitled");
    expect(await world.decide(admin, three!, { decision: "reject" })).toMatchObject({ outcome: "claimed" });
    const { id } = await world.pushOf(one!.id);
    const { pushLine } = await import("@/lib/gateway/deliver/push-line");
    await pushLine(tenantId, id, gateway);
    expect(await world.pushOf(one!.id)).toMatchObject({
      status: "dead",
      last_error_json: expect.objectContaining({ code: "NOT_ENTITLED" }),
    });
    expect(await world.commitsOf(one!.id)).toEqual([]);
    await entitle(tenantId, null);
    expect(await world.decide(admin, two!)).toMatchObject({ outcome: "claimed" });
  });
  test("has nothing sent that waits for a place among the requests in flight", async () => {
    const { admin, agent, tenantId } = await company();
    const { proposal } = await world.propose(proposals.arNote(), agent);
    await world.decide(admin, proposal);
    const { id } = await world.pushOf(proposal.id);
    const { pushLine } = await import("@/lib/gateway/deliver/push-line");
    const reserve = () => entitle(tenantId, ["email_draft"]).then(gateway.netsuite.reserve);
    await pushLine(tenantId, id, { ...gateway, netsuite: { ...gateway.netsuite, reserve } });
    expect(await world.pushOf(proposal.id)).toMatchObject({
      status: "dead",
      last_error_json: expect.objectContaining({ code: "NOT_ENTITLED" }),
    });
    expect(await world.commitsOf(proposal.id)).toEqual([]);
  });
  test("also while it is suspended", async () => {
    const { admin, agent, tenantId } = await company();
    const { proposal } = await world.propose(proposals.arNote(), agent);
    await owner`UPDATE tenants SET suspended_at = now() WHERE id = ${tenantId}`;
    await expectRefusal(world.decide(admin, proposal), "not_entitled");
  });
});
