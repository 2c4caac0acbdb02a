import { beforeEach, describe, expect, test } from "vitest";
import { enforceTenantRetention } from "@/lib/gateway/controls/retention/enforce-retention";
import { sqlState } from "@/db/testing/rows";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { cancelQuestion } from "./cancel";
import { readInteraction } from "./read";
import { receiveAnswer } from "./replies/receive-answer";
import { listReplies } from "./replies/list-replies";
import { readUnmatchedReplies } from "./replies/unmatched-replies";
import { useQuestions } from "./testing/use-questions";
import { BLANKED_TEXT } from "./view";

/** Texts of questions go when their period is over. The injected clock asks and answers long ago; the database's has gone on. */

const questions = await useQuestions();
const { world, gateway, tenantId, time } = questions;
const { owner, approver, agent, superuser } = world;
const secret = "Ask Rosa Lindgren";
const enforce = async () => (await enforceTenantRetention(tenantId, "test", gateway)).counts.question_texts;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
beforeEach(async () => {
  await enforce();
  time.now = daysAgo(400);
});

const request_data = { message: `${secret}: how many?`, schema: { type: "object", title: secret } };
const approval = { interaction_type: "approval", request_data: { message: `${secret}, may we?` } };
const kept = async (table: "hil_interactions" | "hil_responses") =>
  JSON.stringify(await owner`SELECT * FROM ${owner(table)} WHERE tenant_id = ${tenantId}`);
const expectGone = async () => {
  expect(await kept("hil_interactions")).not.toContain("Lindgren");
  expect(await kept("hil_responses")).not.toContain("Lindgren");
};

const reply = (interactionId: number | null, key: string) =>
  receiveAnswer(
    {
      tenantId,
      interactionId,
      channel: "email",
      delivery: { provider: "smtp", key },
      from: null,
      text: `${secret} thinks 7`,
      headers: { from: "rosa@lindgren.example", subject: "Lindgren" },
      answersOurMessage: false,
    },
    gateway,
  );

describe("a question that ended longer ago than the period", () => {
  test("loses its texts and its answers' and replies', keeps who and when, and the ledger stays intact", async () => {
    const id = await questions.ask({ request_data });
    await reply(id, "first");
    await questions.answer(approver, id, { count: 3, note: secret });
    const before = await readInteraction(approver, id, gateway);
    expect(await enforce()).toBe(1);
    await expectGone();
    const after = await readInteraction(approver, id, gateway);
    expect(after).toMatchObject({
      status: "responded",
      message: BLANKED_TEXT,
      schema: null,
      text_blanked_at: expect.any(String),
      asked_by: before.asked_by,
      answered: before.answered,
      ended_at: before.ended_at,
      response: { answer: null, by: approver.name, at: before.response!.at },
    });
    expect((await listReplies(approver, id, gateway)).items).toMatchObject([
      { text: BLANKED_TEXT, reasoning: "", classification: expect.any(String) },
    ]);
    expect((await questions.eventsOf(id)).at(-1)).toBe("text_blanked");
    expect(await questions.faults()).toEqual([]);
    expect(await enforce()).toBe(0);
  });

  test("keeps an approval's verdict and who gave it, without the comment", async () => {
    const given = [{ approved: true }, { approved: false, comment: secret }];
    const ids = [];
    for (const response of given) {
      const id = await questions.ask(approval);
      await questions.answer(approver, id, response);
      ids.push(id);
    }
    expect(await enforce()).toBe(2);
    await expectGone();
    for (const [index, id] of ids.entries())
      expect((await readInteraction(agent, id, gateway)).response).toMatchObject({
        answer: { approved: given[index]!.approved },
        by: approver.name,
      });
    expect(await questions.faults()).toEqual([]);
  });

  test("goes too where it ran out with a default, or was cancelled", async () => {
    const timedOut = await questions.ask({
      request_data: { message: secret, schema: {} },
      timeout_action: "default_response",
      default_response: { note: secret },
      timeout_seconds: 60,
    });
    const cancelled = await questions.ask({ request_data });
    await cancelQuestion(agent, cancelled, gateway);
    questions.pass(61);
    await questions.sweep();
    expect(await enforce()).toBe(2);
    await expectGone();
    expect((await readInteraction(agent, timedOut, gateway)).response).toMatchObject({
      timed_out: true,
      answer: null,
    });
    expect((await readInteraction(agent, cancelled, gateway)).status).toBe("cancelled");
    expect(await questions.faults()).toEqual([]);
  });
});

test("a reply to no question, and one that comes to a question without texts, go by their own time", async () => {
  const id = await questions.ask({ request_data });
  await questions.answer(approver, id);
  await reply(null, "stray");
  expect(await enforce()).toBe(2);
  time.now = daysAgo(366);
  await reply(id, "late");
  time.now = daysAgo(3);
  await reply(id, "recent");
  expect(await enforce()).toBe(1);
  const rows = await owner`SELECT delivery_key AS key FROM hil_responses
    WHERE tenant_id = ${tenantId} AND text_blanked_at IS NULL`;
  expect(rows).toEqual([{ key: "recent" }]);
  expect(await questions.faults()).not.toContain("interaction_differs");
  // The same delivery again is still the same.
  expect(await reply(null, "stray")).toMatchObject({ outcome: "repeated" });
  expect((await readUnmatchedReplies(world.admin, gateway)).items).toContainEqual(
    expect.objectContaining({ text: BLANKED_TEXT, from: null }),
  );
});

test("a question that ended a day too late, or is open, keeps its texts", async () => {
  const open = await questions.ask({ request_data, timeout_seconds: 86_400 });
  time.now = daysAgo(364);
  const late = await questions.ask({ request_data });
  await questions.answer(approver, late);
  expect(await enforce()).toBe(0);
  const texts = await owner`SELECT id FROM hil_interactions
    WHERE request_data ->> 'message' LIKE '%Lindgren%' AND text_blanked_at IS NULL ORDER BY id`;
  expect(texts.map(({ id }) => id)).toEqual([open, late]);
});

test("a question that somebody changed past the ledger is left as it is, and the fault stays visible", async () => {
  const id = await questions.ask({ request_data });
  await questions.answer(approver, id);
  await pastEveryGuard(
    superuser,
    (tx) => tx`UPDATE hil_interactions SET request_data = '{"message": "Another"}' WHERE id = ${id}`,
  );
  expect(await enforce()).toBe(0);
  expect(await questions.faults()).toContain("interaction_differs");
});

test("nobody but the sweep's function blanks, and it blanks nothing that is not over", async () => {
  time.now = new Date();
  const id = await questions.ask({ request_data });
  await questions.answer(approver, id);
  const asApp = (statement: string) =>
    sqlState(
      world.db.database.sql.begin(async (tx) => {
        await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
        await tx`SELECT set_config('countersign.blanking', 'on', true)`;
        await tx.unsafe(statement);
      }),
    );
  const refused = "42501";
  expect(await asApp(`UPDATE hil_interactions SET request_data = '{"message": ""}' WHERE id = ${id}`)).toBe(
    refused,
  );
  expect(await asApp(`UPDATE hil_responses SET response = 'null' WHERE matched_interaction_id = ${id}`)).toBe(
    refused,
  );
  expect(await asApp(`SELECT blank_responses('[]', ${id})`)).toBe(refused);
  const made = `'{"request_data": {"message": ""}, "seal": "x"}'`;
  expect(await asApp(`SELECT blank_question(${id}, ${made}, '[]')`)).toBeNull();
  expect((await readInteraction(approver, id, gateway)).message).toContain("Lindgren");
  const immutable = "CS001";
  time.now = daysAgo(400);
  const old = await questions.ask({ request_data });
  await questions.answer(approver, old);
  const other = `'{"request_data": {"message": "Another"}, "seal": "x"}'`;
  expect(await asApp(`SELECT blank_question(${old}, ${other}, '[]')`)).toBe(immutable);
});
