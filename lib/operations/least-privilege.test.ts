import { describe, expect, test } from "vitest";
import { proposalSchema } from "@/lib/contract/actions/proposal";
import type { Person } from "@/lib/core/access/principal";
import { setContentSetting } from "@/lib/gateway/controls/content-setting";
import { proposeForPerson } from "@/lib/gateway/propose/propose-for-person";
import { listOwnProposals } from "@/lib/gateway/read/proposals/list-own-proposals";
import { letTimePass, proposeAndApprove, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { answerRequest } from "./answer-request";
import type { Operation } from "./frame/operation";
import { OPERATIONS } from "./index";
import { call, installWorld, tokenOf } from "./testing/over-http";

/** Every text of the tenant that a viewer must not read holds this. */
const MARK = "kumquat";
const prose = {
  reason: `Because of ${MARK}`,
  evidence: [{ kind: "mail", text: `It says ${MARK}` }],
  conversation_ref: `talk-${MARK}`,
  model: `model-${MARK}`,
  prompt_template_version: `v-${MARK}`,
};

const world = await useWorld({ gateway: { holdSeconds: 0 } });
installWorld(world);
const { gateway, admin, approver, viewer, owner } = world;
const note = (more = {}) =>
  proposals.arNote({ changes: [{ field: "note", to: `Talked about ${MARK}` }], ...prose, ...more });

const waiting = (await world.propose(note())).proposal;
const price = (
  await world.propose(
    proposals.bidPrice("1.43", "1.42", {
      ...prose,
      context: { bid_id: "B5875", customer: "Driscoll's", remark: MARK },
    }),
  )
).proposal;
await world.decide(approver, (await world.propose(note())).proposal, {
  decision: "reject",
  comment: `Not while ${MARK}`,
});
const draft = await proposeAndApprove(world, {
  action_type: "email_draft",
  entity_type: "customer",
  entity_ref: "Coastal Pantry",
  changes: ["to", "subject", "body"].map((field) => ({
    field,
    to: field === "to" ? `${MARK}@a.example` : `On ${MARK}`,
  })),
  ...prose,
});
await workThrough(world, draft.id);
await widenAssortment(world.account);
const lines = rollLines(3).map((line) => ({ ...line, context: { ...line.context, remark: MARK } }));
const roll = (await world.propose(priceRoll(lines, prose))).proposal;

/** Approved by somebody who became a viewer afterwards, and refused by NetSuite: a dead letter, and a notice. */
const former = await world.home.person("Fay", "approver");
const dead = (await world.propose(note({ entity_ref: "Riverbend Foods" }))).proposal;
await world.decide(former, dead, { comment: `Fine, ${MARK}` });
await world.account.fault("closed_period", { times: 1 });
await workThrough(world, dead.id);
await letTimePass(world, dead.id);
await owner`UPDATE memberships SET role = 'viewer' WHERE user_id = ${former.userId}`;
const asViewer: Person = { ...former, role: "viewer" };

const tokens = await Promise.all([viewer, former].map((person) => tokenOf(world, person)));
const ids = [waiting.id, price.id, draft.id, roll.id, dead.id];
const actionPath = /^\/api\/proposed-actions\/\{id\}/;

/** Each read that a viewer may ask, with every id and query that leads to content. A stream has a test of its own: it goes on. */
const reads = Object.entries<Operation>(OPERATIONS).filter(
  ([name, { caller, role, method }]) =>
    caller === "person" && role === undefined && method === "get" && name !== "streamChanges",
);
const queries: Readonly<Record<string, string[]>> = {
  listActions: ["?status=all", "?status=history", `?status=all&q=${MARK}`, "?status=all&q=1.43"],
  actionsAsCsv: ["?status=all", `?status=all&q=${MARK}`, "?status=all&sort=movement"],
  countActions: ["?status=all", `?status=all&q=${MARK}`],
  readLiveReadings: [`?ids=${ids.join(",")}`],
  readDeadLetters: ["", "?replayed=true"],
};
const addressesOf = ([name, { path }]: [string, Operation]): string[] =>
  actionPath.test(path)
    ? ids.map((id) => path.replace("{id}", String(id)))
    : path.includes("{")
      ? [path.replace("{id}", "01JDH9ZQ0Y3N5T7V9X1B3D5F7H")]
      : (queries[name] ?? [""]).map((query) => path + query);

async function answersTo(token: string): Promise<string[]> {
  const answers: string[] = [];
  for (const read of reads)
    for (const address of addressesOf(read)) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await answerRequest(new Request(`http://countersign.test${address}`, { headers }));
      expect(answer.status, address).toBeLessThan(500);
      answers.push(`${address} ${answer.status} ${await answer.text()}`);
    }
  return answers;
}

const showContent = async (shown: boolean) =>
  setContentSetting(
    await steppedUp(owner, admin, "show_content", "viewers"),
    { viewers_see_content: shown, reason: "A test" },
    gateway,
  );

describe("a viewer", () => {
  test("finds no content in the answer of any read, as somebody with another role does", async () => {
    expect(reads.length).toBeGreaterThan(20);
    for (const token of tokens) {
      const leaks = (await answersTo(token)).filter(
        (answer) => answer.includes(MARK) && !answer.includes(`q=${MARK}`),
      );
      expect(leaks).toEqual([]);
    }
    const seen = (await answersTo(await tokenOf(world, approver))).filter((answer) => answer.includes(MARK));
    expect(new Set(seen.map((answer) => answer.split(/[ ?]/)[0])).size).toBeGreaterThan(7);
  });

  test("gets type, record, tier, status and impact, and null for every other field of content", async () => {
    const { body } = await call(`/api/proposed-actions/${price.id}`, { method: "GET", token: tokens[0]! });
    expect(body).toMatchObject({
      redacted: true,
      id: price.id,
      action_type: "bid_price_update",
      entity_type: "item",
      entity_ref: "10472",
      risk_level: 3,
      status: "pending",
      // Without the price and the volume that it was reckoned from: they give the change away.
      impact: { cents: expect.any(Number), basis: null },
      timeline: [{ type: "hitl.proposed", text: "Proposed", hash: null }],
    });
    for (const hidden of [
      "reason",
      "evidence",
      "conversation_ref",
      "changes",
      "payload",
      "payload_text",
      "payload_hash",
      "facts",
      "sentence",
      "subject",
      "customer",
      "comment",
      "weighed",
      "risk_rule",
      "model",
    ])
      expect(body[hidden], hidden).toBeNull();
  });

  test.each([
    ["a word of the payload", `q=${MARK}`],
    ["a customer that only the payload names", "q=Driscoll"],
    ["a name that NetSuite gave", "q=Strawberr"],
    ["a customer", "customer=Coastal%20Pantry"],
  ])("finds nothing by %s", async (_by, query) => {
    const find = async (token: string) =>
      (await call(`/api/proposed-actions?status=all&${query}`, { method: "GET", token })).body.items;
    expect(await find(tokens[0]!)).toEqual([]);
    expect(await find(await tokenOf(world, approver))).not.toEqual([]);
  });

  test("still finds by record and by agent", async () => {
    const find = async (query: string) =>
      (await call(`/api/proposed-actions?status=all&q=${query}`, { method: "GET", token: tokens[0]! })).body
        .items;
    expect(await find("10472")).toHaveLength(1);
    expect(await find("pricing")).not.toEqual([]);
  });

  test.each(["live", "lines", "lines/live", "lines.csv"])("is refused %s with 403", async (part) => {
    const { status, body } = await call(`/api/proposed-actions/${roll.id}/${part}`, {
      method: "GET",
      token: tokens[0]!,
    });
    expect({ status, ...body }).toMatchObject({ status: 403, code: "not_allowed", redacted: true });
  });

  test("learns nothing through chat tools, whose answers hold live values", async () => {
    const input = proposalSchema.parse(proposals.bidPrice("9", "8"));
    const refused = { code: "not_allowed", status: 403 } as const;
    await expectRefusal(proposeForPerson(asViewer, { input, idempotencyKey: "k" }, gateway), refused);
    await expectRefusal(listOwnProposals(asViewer, { limit: 5 }, gateway), refused);
  });
});

describe("the setting", () => {
  test("shows content to viewers at once, hides it again, and keeps each change in the ledger", async () => {
    const read = async () =>
      (await call(`/api/proposed-actions/${waiting.id}`, { method: "GET", token: tokens[0]! })).body;
    await showContent(true);
    expect(await read()).toMatchObject({ redacted: false, reason: prose.reason });
    await showContent(true);
    await showContent(false);
    expect(await read()).toMatchObject({ redacted: true, reason: null });
    const events = await owner`
      SELECT body_text FROM events WHERE entity_type = 'content_setting' AND tenant_id = ${world.tenantId} ORDER BY seq`;
    expect(events.map(({ body_text: text }) => JSON.parse(text as string).details)).toEqual([
      { viewers_see_content: true, reason: "A test", user_id: admin.userId },
      { viewers_see_content: false, reason: "A test", user_id: admin.userId },
    ]);
  });

  test("is an administrator's to change, over HTTP too", async () => {
    for (const person of [viewer, approver]) {
      const body = { viewers_see_content: true, reason: "Mine" };
      const token = await tokenOf(world, person);
      expect((await call("/api/settings/content", { method: "PUT", token, body })).status).toBe(403);
    }
  });
});
