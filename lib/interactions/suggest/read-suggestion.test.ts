import { beforeEach, describe, expect, test } from "vitest";
import { type TenantTransaction, inTenant } from "@/db/client";
import { listEarlierAnswered } from "@/db/queries/interactions/earlier-questions";
import { findInteraction, listResponses } from "@/db/queries/interactions/interactions";
import { sealAnswer } from "@/lib/gateway/ledger/seals/interaction-seal";
import { correctAnswer } from "@/lib/interactions/answer";
import { readInteraction } from "@/lib/interactions/read";
import { useQuestions } from "@/lib/interactions/testing/use-questions";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { type SQL, sql } from "drizzle-orm";
import { readSuggestion } from "./read-suggestion";

const questions = await useQuestions();
const { world, gateway, tenantId } = questions;
const { approver, admin, viewer, agent } = world;
const ben = await world.home.person("Ben", "approver");
const past = (statement: string) =>
  world.superuser.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx.unsafe(statement);
  });

const options = [
  { value: "a", label: "Supplier A" },
  { value: "b", label: "Supplier B" },
];
let sku = 10_000;
const selection = (message = "Which supplier delivers {{sku}}?", more: object = {}) => ({
  interaction_type: "selection",
  request_data: { message, options, ...more },
  context: { sku: (sku += 1) },
});
let asker: AgentPrincipal;
beforeEach(async () => {
  asker = await world.home.agent(`buyer-${crypto.randomUUID()}`);
});

const ask = (more: object = selection()) => questions.ask({ ...more }, asker);
/** Asks and answers once for each answer, the oldest first. */
async function answered(given: readonly unknown[], more: () => object = selection): Promise<number[]> {
  const ids: number[] = [];
  for (const response of given) {
    ids.push(await ask(more()));
    await questions.answer(approver, ids.at(-1)!, response);
    questions.pass(60);
  }
  return ids;
}
const suggestedTo = async (person: Person, id: number) =>
  (await readSuggestion(person, id, gateway)).suggestion;

describe("a suggested answer", () => {
  test("is drawn from alike questions, names each of them, and answers nothing", async () => {
    const ids = await answered(["b", "b", "a", "b", "b"]);
    const id = await ask();
    expect(await suggestedTo(approver, id)).toMatchObject({
      answer: "b",
      agreed: 4,
      earlier: [4, 3, 2, 1, 0].map((at) => ({ id: ids[at], by: "Ana", agrees: at !== 2 })),
    });
    expect(await readInteraction(approver, id, gateway)).toMatchObject({
      status: "pending",
      answers_given: 0,
    });
    expect(await questions.eventsOf(id)).toEqual(["created"]);
  });

  test("needs three alike questions of two thirds one answer", async () => {
    await answered(["b", "b"]);
    expect(await suggestedTo(approver, await ask())).toBe(null);
    await answered(["b"]);
    expect(await suggestedTo(approver, await ask())).not.toBe(null);
    await answered(["a", "a"]);
    expect(await suggestedTo(approver, await ask())).toBe(null);
  });

  test("is for the same words, the same options and the same asker alone", async () => {
    await answered(["b", "b", "b"]);
    expect(await suggestedTo(approver, await ask(selection("Which supplier is late with {{sku}}?")))).toBe(
      null,
    );
    expect(
      await suggestedTo(approver, await ask(selection(undefined, { options: options.toReversed() }))),
    ).toBe(null);
    const byOther = await questions.ask(selection(), agent);
    expect(await suggestedTo(approver, byOther)).toBe(null);
    const byPerson = await questions.ask(selection(), admin);
    expect(await suggestedTo(approver, byPerson)).toBe(null);
  });

  test("of a person who asks comes from what that person asked", async () => {
    for (let count = 0; count < 3; count += 1)
      await questions.answer(approver, await questions.ask(selection("Which van for {{sku}}?"), admin), "a");
    const id = await questions.ask(selection("Which van for {{sku}}?"), admin);
    expect(await suggestedTo(approver, id)).toMatchObject({ answer: "a", agreed: 3 });
  });

  test("is for whoever may answer now, and 404 for whoever may not know of the question", async () => {
    await answered(["b", "b", "b"]);
    const id = await ask();
    await expect(readSuggestion(viewer, id, gateway)).rejects.toMatchObject({ code: "not_found" });
    const theirs = await (await world.addTenant()).person("Eve", "admin");
    await expect(readSuggestion(theirs, id, gateway)).rejects.toMatchObject({ code: "not_found" });
    expect(await suggestedTo(admin, id)).toBe(null);
    await questions.answer(approver, id, "a");
    expect(await suggestedTo(approver, id)).toBe(null);
  });

  test("comes from questions alone that this person may see whole", async () => {
    await answered(["b", "b", "b"]);
    const forBoth = { responders: [approver, ben].map(({ userId }) => ({ user_id: userId })) };
    const id = await ask({ ...selection(), ...forBoth });
    expect(await suggestedTo(approver, id)).toMatchObject({ agreed: 3 });
    expect(await suggestedTo(ben, id)).toBe(null);
  });

  test("is none of an approval, a review, or a question whose time ended with a default", async () => {
    const approval = { interaction_type: "approval", request_data: { message: "May I?" } };
    await answered([{ approved: true }, { approved: true }, { approved: true }], () => approval);
    expect(await suggestedTo(approver, await ask(approval))).toBe(null);
    const review = { interaction_type: "review", request_data: { message: "Look it over" } };
    await answered([{ verdict: "accepted" }, { verdict: "accepted" }, { verdict: "accepted" }], () => review);
    expect(await suggestedTo(approver, await ask(review))).toBe(null);
    const byDefault = { ...selection(), timeout_action: "default_response", default_response: "b" };
    for (let count = 0; count < 3; count += 1) await ask(byDefault);
    questions.pass(3_601);
    await questions.sweep();
    expect(await suggestedTo(approver, await ask())).toBe(null);
  });

  test("comes from the last 90 days, and at most from the ten newest", async () => {
    await answered(["a", "a", "a"]);
    questions.pass(90 * 86_400);
    expect(await suggestedTo(approver, await ask())).toBe(null);
    await answered(["a", "a", "a", "b", "b", "b", "b", "b", "b", "b", "b"]);
    const suggestion = await suggestedTo(approver, await ask());
    expect(suggestion).toMatchObject({ answer: "b", agreed: 8 });
    expect(suggestion!.earlier).toHaveLength(10);
  });

  test("takes a corrected answer as it was corrected", async () => {
    const ids = await answered(["b", "b", "a"]);
    await correctAnswer(approver, { id: ids[2]!, response: "b" }, gateway);
    expect(await suggestedTo(approver, await ask())).toMatchObject({ answer: "b", agreed: 3 });
  });

  test("takes no answer and no question that was written or changed past the app", async () => {
    const [first] = await answered(["b", "b", "b"]);
    const id = await ask();
    await past(`UPDATE hil_responses SET response = '"a"' WHERE matched_interaction_id = ${first}`);
    expect(await suggestedTo(approver, id)).toBe(null);
    await answered(["b"]);
    const next = await ask();
    expect((await suggestedTo(approver, next))!.earlier).toHaveLength(3);
    await past(`UPDATE hil_interactions SET asked_by_label = 'x' WHERE id = ${first! + 1}`);
    expect(await suggestedTo(approver, next)).toBe(null);
  });

  test("that the question's schema refuses is not shown, though the app took it in", async () => {
    const ids = await answered(["b", "b", "b"]);
    const next = await ask();
    for (const id of ids) {
      const { question, given } = await inTenant(gateway.database, tenantId, async (tx) => ({
        question: (await findInteraction(tx, tenantId, id))!,
        given: (await listResponses(tx, tenantId, [id]))[0]!,
      }));
      const seal = sealAnswer({ ...given, tenantId, response: "c", questionSeal: question.seal, number: 1 });
      await past(
        `UPDATE hil_responses SET response = '"c"', seal = '${seal}' WHERE matched_interaction_id = ${id}`,
      );
      expect((await readInteraction(approver, id, gateway)).response!.answer).toBe("c");
    }
    expect(await suggestedTo(approver, next)).toBe(null);
  });

  test("of free text needs the same text, and comes back as it was written", async () => {
    const note = { type: "object", required: ["note"], properties: { note: { type: "string" } } };
    const form = () => ({
      request_data: { message: "Which note for {{n}}?", schema: note },
      context: { n: (sku += 1) },
    });
    const hostile = "<b>Take</b> \u202Eroute five";
    await answered([{ note: hostile }, { note: hostile }, { note: hostile }], form);
    expect(await suggestedTo(approver, await ask(form()))).toMatchObject({
      answer: { note: hostile },
      agreed: 3,
    });
    await answered([{ note: "take" }, { note: "route" }], form);
    expect(await suggestedTo(approver, await ask(form()))).toBe(null);
  });
});

test("the search for earlier questions reads the same few pages, however many the company answered", async () => {
  const [first] = await answered(["b", "b", "b", "b"]);
  const columns = `workflow_id, execution_id, node_id, user_id, agent_id, asked_by_label, interaction_type, channel_type,
    status, request_data, response_data, responders, rule, answers_needed, in_order, asked, timeout_seconds,
    timeout_at, timeout_action, request_hash, created_at, updated_at, responded_at, ended_at, seal`;
  const other = await world.home.agent("busy");
  const copied = columns.replace("agent_id", String(other.agentId));
  await past(`INSERT INTO hil_interactions (tenant_id, ${columns})
    SELECT tenant_id, ${copied} FROM hil_interactions, generate_series(1, 100000) WHERE id = ${first}`);
  await world.superuser`ANALYZE hil_interactions`;
  const id = await ask();
  const row = {
    id,
    workflowId: null,
    agentId: asker.agentId,
    userId: null,
    interactionType: "selection" as const,
  };
  const look = async (earlierThan: typeof row) => {
    const plan = await inTenant(gateway.database, tenantId, (tx) => {
      const since = new Date(gateway.clock.now().getTime() - 86_400_000);
      const explained = {
        execute: (statement: SQL) => tx.execute(sql`EXPLAIN (ANALYZE, BUFFERS) ${statement}`),
      };
      return listEarlierAnswered(explained as unknown as TenantTransaction, tenantId, {
        row: earlierThan,
        since,
        limit: 200,
      }) as unknown as Promise<{ "QUERY PLAN": string }[]>;
    });
    const lines = plan.map((one) => one["QUERY PLAN"]).join("\n");
    const [, hit = "0"] = /Buffers: shared hit=(\d+)/.exec(lines) ?? [];
    const [, read = "0"] = /Buffers: shared (?:hit=\d+ )?read=(\d+)/.exec(lines) ?? [];
    return { lines, pages: Number(hit) + Number(read) };
  };
  const few = await look(row);
  expect(few.lines).toContain("using hil_interactions_answered");
  expect(few.pages).toBeLessThan(60);
  // Of the agent that asked all of them, 200 are looked through.
  expect((await look({ ...row, id: 2 ** 40, agentId: other.agentId })).pages).toBeLessThan(3_000);
});
