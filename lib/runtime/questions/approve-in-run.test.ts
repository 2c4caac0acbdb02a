import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "@/lib/clock";
import type { Person } from "@/lib/core/access/principal";
import { publishPolicy } from "@/lib/gateway/rules/publish-policy";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { answer } from "@/lib/interactions/answer";
import { cancelQuestion } from "@/lib/interactions/cancel";
import { readInteraction } from "@/lib/interactions/read";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { setSecret } from "@/lib/runtime/versions/secrets";
import { useRuns } from "@/lib/runtime/testing/use-runs";

/** What a run would send waits for people where the policy or the step's text says so; a witness outside says what arrived. */

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
const { owner, gateway, admin, approver, publish, start, workOff, look } = runs;
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
async function say(id: number | null, approved: boolean, by: Person = approver) {
  await answer(by, { id: id!, response: { approved } }, gateway);
  await workOff();
}
let version = 1;
async function underPolicy(more: string) {
  const text = more === "" ? DEFAULT_POLICY_TEXT : `${DEFAULT_POLICY_TEXT}\n${more}`;
  const by = await steppedUp(owner, admin, "publish_policy", policyHash(text));
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
      `May this request be sent?\n\nPOST: ${url}\n\nHeader authorization: (holds a secret)\n\nHeader x-plant: 12\n\nBody: {\n  "price": "1.10"\n}`,
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
    await say(question, true, admin);
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
    await say(two.question, true, admin);
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
});
