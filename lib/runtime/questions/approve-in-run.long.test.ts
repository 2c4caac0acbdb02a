import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "@/lib/clock";
import type { Person } from "@/lib/core/access/principal";
import { publishPolicy } from "@/lib/gateway/rules/publish-policy";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { answer } from "@/lib/interactions/answer";
import { cancelQuestion } from "@/lib/interactions/cancel";
import { readInteraction } from "@/lib/interactions/read";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { setSecret } from "@/lib/runtime/versions/secrets";
import { useRuns } from "@/lib/runtime/testing/use-runs";

/** A run's request waits for people where the policy or the step's text says so; a witness outside records the requests that arrive. */

let arrived: string[] = [];
const port = await receivePlainly((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += String(chunk)));
  request.on("end", () => {
    arrived.push(`${request.method} ${request.url} ${body}`);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
afterAll(closeReceivers);
beforeEach(() => {
  arrived = [];
});
const runs = await useRuns();
const superuser = runs.superuserOf();
const { world, owner, gateway, admin, approver, publish, start, workOff, look } = runs;
/** They have no part in anything that is done here, and are long in office. */
const otto = await world.home.person("Otto", "approver");
const olga = await world.home.person("Olga", "approver");
const chief = await world.home.person("Chief", "admin");
await owner`UPDATE memberships SET seasoned_until = NULL`;
Object.assign(gateway, {
  sender: createSender({ ownUrls: [], openAddresses: [{ host: "127.0.0.1", port }], clock: systemClock }),
});

const url = `http://127.0.0.1:${port}/prices`;
const sending = (name: string, parts = 'body: { price: "1.10" }', more = "") => `workflow: ${name}
limits: { writes: 2 }
secrets: [TOKEN]
steps:
  - id: send
    tool: http.request
    with: { method: POST, url: "${url}", ${parts} }
    ${more}`;

async function ran(source: string) {
  const version = await publish(source);
  const by = await steppedUp(owner, admin, "set_workflow_secret", `${version.id}/TOKEN`);
  await setSecret(by, { id: version.id, name: "TOKEN", value: "s3cret-t0ken" }, gateway);
  const { id: runId } = await start(version.name);
  await workOff();
  return { runId, question: await questionOf(runId) };
}
const questionOf = async (runId: number): Promise<number | null> => {
  const [row] = await owner<{ id: number }[]>`SELECT id FROM hil_interactions WHERE execution_id = ${runId}`;
  return row?.id ?? null;
};
async function say(id: number | null, approved: boolean, by: Person = otto) {
  await answer(by, { id: id!, response: { approved } }, gateway);
  await workOff();
}
let version = 1;
async function underPolicy(more: string, author: Person = chief) {
  const text = more === "" ? DEFAULT_POLICY_TEXT : `${DEFAULT_POLICY_TEXT}\n${more}`;
  const by = await steppedUp(owner, author, "publish_policy", policyHash(text));
  await publishPolicy(by, { text, note: "why", base_version: version }, gateway);
  version += 1;
}
const forbid = (id: string, action: string) =>
  `@id("${id}") forbid (principal is Countersign::Agent, action == Countersign::Action::"${action}", resource) when { resource.actionType == "http_request" };`;
const errorOf = async (runId: number) => (await look(runId)).steps[0]!.last_error;

describe("a request that the step's text has approved", () => {
  test("waits, shows all of itself but its secrets, and goes once somebody approved", async () => {
    const parts = `headers: { x-plant: "12", authorization: "Bearer \${{ secrets.TOKEN }}" }, body: { price: "1.10" }`;
    const { runId, question } = await ran(sending("text-asks", parts, "approval: { expires: 2h }"));
    expect(await look(runId)).toMatchObject({ status: "waiting_input" });
    expect(arrived).toEqual([]);
    const shown = await readInteraction(approver, question!, gateway);
    expect(shown).toMatchObject({ interaction_type: "approval", timeout_seconds: 7_200 });
    expect(shown.message).toBe(
      `May this request be sent?\n\nPOST: ${url}\n\nHeader authorization: Bearer (secret TOKEN, version 1)\n\nHeader x-plant: 12\n\nBody: {\n    "price": "1.10"\n  }`,
    );
    await say(question, true);
    expect(await look(runId)).toMatchObject({ status: "succeeded" });
    expect(arrived).toEqual(['POST /prices {"price":"1.10"}']);
  });
  test("is not sent once somebody refused, or an administrator cancelled the question", async () => {
    const refused = await ran(sending("refused", undefined, "approval: {}"));
    await say(refused.question, false);
    expect(await errorOf(refused.runId)).toMatchObject({ code: "refused" });
    const cancelled = await ran(sending("cancelled", undefined, "approval: {}"));
    await cancelQuestion(admin, cancelled.question!, gateway);
    await workOff();
    expect(await errorOf(cancelled.runId)).toMatchObject({ code: "question_cancelled" });
    expect(arrived).toEqual([]);
  });
  test("waits for two different people where it says so", async () => {
    const { runId, question } = await ran(sending("by-two", undefined, "approval: { two_person: true }"));
    await say(question, true);
    expect(arrived).toEqual([]);
    await say(question, true, olga);
    expect(await look(runId)).toMatchObject({ status: "succeeded" });
    expect(arrived).toHaveLength(1);
  });
  test("is not sent, and nobody is asked, where it is too long to be shown whole", async () => {
    const { runId, question } = await ran(
      sending("too-long", `body: "${"x".repeat(4_000)}"`, "approval: {}"),
    );
    expect(question).toBeNull();
    expect(await errorOf(runId)).toMatchObject({ code: "too_long_to_approve" });
    expect(arrived).toEqual([]);
  });
});

describe("a request that people said no to, or were asked about no more,", () => {
  test("is not sent, though the policy has stopped asking for approval meanwhile", async () => {
    await underPolicy(forbid("asked-first", "go_unapproved"));
    const refused = await ran(sending("refused-then-loosened"));
    const cancelled = await ran(sending("cancelled-then-loosened"));
    await underPolicy("");
    await say(refused.question, false);
    await cancelQuestion(admin, cancelled.question!, gateway);
    await workOff();
    expect(await errorOf(refused.runId)).toMatchObject({ code: "refused" });
    expect(await errorOf(cancelled.runId)).toMatchObject({ code: "question_cancelled" });
    expect(arrived).toEqual([]);
  });
});

/** Pam stores and publishes, Cal begins. All are long in office. */
async function company(approval: string) {
  const home = await world.addTenant();
  const people = {
    Pam: await home.person("Pam", "admin"),
    Cal: await home.person("Cal", "approver"),
    Otto: await home.person("Otto", "approver"),
  };
  await owner`UPDATE memberships SET seasoned_until = NULL WHERE tenant_id = ${home.tenantId}`;
  await publish(sending("weighed", undefined, approval), people.Pam);
  const { id: runId } = await start("weighed", {}, people.Cal);
  await workOff();
  return { home, ...people, runId, question: await questionOf(runId) };
}

describe("approvals of a request are weighed as at L4:", () => {
  test("an author's counts beside somebody else's, and not as the deciding one", async () => {
    const { Pam, Cal, Otto, question } = await company("approval: { two_person: true }");
    await say(question, true, Pam);
    await expectRefusal(say(question, true, Cal), "own_proposal");
    expect(arrived).toEqual([]);
    await say(question, true, Otto);
    expect(arrived).toHaveLength(1);
    const alone = await company("approval: {}");
    await expectRefusal(say(alone.question, true, alone.Cal), "own_proposal");
    await say(alone.question, true, alone.Otto);
    expect(arrived).toHaveLength(2);
  });
  test("a puppet whom somebody added a moment ago is no second person", async () => {
    const { home, Otto, question } = await company("approval: { two_person: true }");
    const puppet = await home.person("Puppet", "approver");
    await owner`
      UPDATE memberships SET seasoned_until = clock_timestamp() + interval '1 day', in_office_since = clock_timestamp()
      WHERE user_id = ${puppet.userId}`;
    await say(question, true, Otto);
    await expectRefusal(say(question, true, puppet), "new_in_office");
    expect(arrived).toEqual([]);
  });
  test("whoever was removed since does not count", async () => {
    const { Pam, Cal, Otto, runId, question } = await company("approval: { two_person: true }");
    await say(question, true, Pam);
    await answer(Otto, { id: question!, response: { approved: true } }, gateway);
    await owner`UPDATE memberships SET revoked_at = clock_timestamp() WHERE user_id = ${Otto.userId}`;
    await workOff();
    expect(await runsError(runId, Cal)).toMatchObject({ code: "not_approved" });
    expect(arrived).toEqual([]);
  });
  test("where everybody in office is an author, two of them approve", async () => {
    const { Pam, Cal, Otto, home } = await company("approval: {}");
    await owner`UPDATE memberships SET revoked_at = clock_timestamp() WHERE user_id = ${Otto.userId}`;
    const { id: runId } = await start("weighed", {}, Cal);
    await workOff();
    const question = await questionOf(runId);
    await say(question, true, Pam);
    expect(arrived).toEqual([]);
    await say(question, true, Cal);
    expect(arrived).toHaveLength(1);
    expect(home.tenantId).toBe(Pam.tenantId);
  });
});
const runsError = async (runId: number, by: Person) => (await look(runId, by)).steps[0]!.last_error;

describe("a request that the policy has approved", () => {
  test("waits for one person or for two, and goes by itself where the policy says nothing against it", async () => {
    await underPolicy(forbid("asked-first", "go_unapproved"));
    const one = await ran(sending("policy-one"));
    expect(arrived).toEqual([]);
    await say(one.question, true);
    expect(arrived).toHaveLength(1);
    await underPolicy(
      `${forbid("asked-first", "go_unapproved")}\n${forbid("by-two", "go_with_one_approval")}`,
    );
    const two = await ran(sending("policy-two"));
    await say(two.question, true);
    expect(arrived).toHaveLength(1);
    await say(two.question, true, olga);
    expect(arrived).toHaveLength(2);
    await underPolicy("");
    const none = await ran(sending("policy-none"));
    expect(none.question).toBeNull();
    expect(arrived).toHaveLength(3);
  });
  test("is not sent on one approval where the policy has come to ask for two", async () => {
    await underPolicy(forbid("asked-first", "go_unapproved"));
    const { runId, question } = await ran(sending("stricter"));
    await underPolicy(
      `${forbid("asked-first", "go_unapproved")}\n${forbid("by-two", "go_with_one_approval")}`,
    );
    await say(question, true);
    expect(await errorOf(runId)).toMatchObject({ code: "policy_denied" });
    await underPolicy(forbid("never", "call"));
    const denied = await ran(sending("denied", undefined, "approval: {}"));
    expect(denied.question).toBeNull();
    expect(await errorOf(denied.runId)).toMatchObject({ code: "policy_denied" });
    expect(arrived).toEqual([]);
    await underPolicy("");
  });
  test("goes by itself seven days after whoever has a hand in the run loosened the policy, and not before", async () => {
    await passDays(8);
    await underPolicy(forbid("asked-first", "go_unapproved"));
    await underPolicy("", admin);
    const own = await ran(sending("loosened"));
    expect(arrived).toEqual([]);
    await expectRefusal(say(own.question, true, admin), "own_proposal");
    await say(own.question, true);
    expect(arrived).toHaveLength(1);
    await passDays(8);
    const later = await ran(sending("loosened-long-ago"));
    expect(later.question).toBeNull();
    expect(arrived).toHaveLength(2);
  });
});
/** Of what was published so far. */
const passDays = (days: number) =>
  superuser.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`UPDATE policies SET created_at = created_at - make_interval(days => ${days})`;
    await tx`UPDATE events SET occurred_at = occurred_at - make_interval(days => ${days})`;
  });
