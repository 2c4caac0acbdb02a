import { expect, test } from "vitest";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { useQuestions } from "@/lib/interactions/testing/use-questions";
import { receiveAnswer } from "./receive-answer";
import { dismissReply, readUnmatchedReplies } from "./unmatched-replies";

const questions = await useQuestions();
const { world, gateway, tenantId } = questions;
const { approver, admin } = world;

let deliveries = 0;
const receive = (more: Partial<Parameters<typeof receiveAnswer>[0]> = {}) =>
  receiveAnswer(
    {
      tenantId,
      interactionId: null,
      channel: "email",
      delivery: { provider: "test", key: `delivery-${(deliveries += 1)}` },
      from: null,
      text: "3",
      headers: { from: "Eve <eve@evil.example>", subject: "Re: Question" },
      answersOurMessage: true,
      remarks: ["Nobody vouches for its sender."],
      ...more,
    },
    gateway,
  );
const list = async () => (await readUnmatchedReplies(admin, gateway)).items;

test("administrators see what matched no question or nobody, and why it counted for nothing", async () => {
  const id = await questions.ask();
  await receive({ interactionId: id });
  await receive({ from: approver, about: { kind: "action", id: 12 }, remarks: ["No mail decides one."] });
  await receive({ interactionId: id, from: approver, text: "Thanks!" });
  await receive({ interactionId: id, from: approver, text: "4" });
  expect(await list()).toMatchObject([
    { by: "Ana", question_id: null, action_id: 12, why: expect.stringMatching(/^No mail decides one\./) },
    {
      by: null,
      from: "Eve <eve@evil.example>",
      subject: "Re: Question",
      text: "3",
      channel: "email",
      question_id: id,
      action_id: null,
      why: expect.stringMatching(
        /^Nobody vouches for its sender\..*not come from somebody whom the question asks/,
      ),
    },
  ]);
  const other = await (await world.addTenant()).person("Otto", "admin");
  expect(await readUnmatchedReplies(other, gateway)).toEqual({ items: [], more: false });
  await expect(readUnmatchedReplies(approver, gateway)).rejects.toMatchObject({ code: "not_allowed" });
});

test("one that was dismissed leaves the list once, is kept, and answers nothing", async () => {
  await receive({ text: "Dismiss me" });
  const [first, ...rest] = await list();
  await expect(dismissReply(approver, first!.id, gateway)).rejects.toMatchObject({ code: "not_allowed" });
  const outcomes = await Promise.allSettled([1, 2].map(() => dismissReply(admin, first!.id, gateway)));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await list()).toEqual(rest);
  const [row] = await world.owner`
    SELECT place, human_verified_by_label AS by FROM hil_responses WHERE id = ${first!.id}`;
  expect(row).toEqual({ place: null, by: admin.name });
  const events =
    await world.owner`SELECT event_type FROM events WHERE entity_type = 'reply' AND entity_id = ${first!.id}`;
  expect(events.map((event) => event.event_type as string)).toEqual(["reply.dismissed"]);
  expect((await verifyLedger(admin, { mode: "full" }, gateway)).faults).toEqual([]);
});

test("one to a question that was dismissed stands in the chain of that question", async () => {
  const id = await questions.ask();
  await receive({ interactionId: id, text: "Dismiss me too" });
  const { id: replyId } = (await list())[0]!;
  await dismissReply(admin, replyId, gateway);
  const [last] = await world.owner`
    SELECT event_type FROM events WHERE entity_type = 'interaction' AND entity_id = ${id} ORDER BY seq DESC LIMIT 1`;
  expect(last).toEqual({ event_type: "interaction.reply_dismissed" });
  expect((await verifyLedger(admin, { mode: "full" }, gateway)).faults).toEqual([]);
});

test("at most fifty are shown, and that there are more; one that was written past the app is not", async () => {
  for (let count = 0; count < 51; count += 1) await receive({ text: `Number ${count}` });
  const page = await readUnmatchedReplies(admin, gateway);
  expect(page).toMatchObject({ more: true });
  expect(page.items).toHaveLength(50);
  await world.owner`
    INSERT INTO hil_responses (tenant_id, raw_payload, source_channel, received_at, delivery_provider, delivery_key,
      ai_relevance_score, ai_reasoning, ai_classification, drafted_reading, classified_by)
    VALUES (${tenantId}, '{"text": "Call me", "headers": {}}', 'email', now(), 'test', 'past the app', 0,
      'Nothing speaks against it.', 'filtered', 'nothing', 'rules')`;
  expect((await list()).map(({ text }) => text)).not.toContain("Call me");
});
