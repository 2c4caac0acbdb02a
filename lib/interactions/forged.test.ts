import { expect, test } from "vitest";
import { readInteraction, readInteractions } from "./read";
import { useQuestions } from "./testing/use-questions";

/** Somebody holds the database, and not the app's key. */

const questions = await useQuestions();
const { world, gateway } = questions;
const { approver, agent } = world;
const list = { limit: 50 };
const past = (statement: string) =>
  world.superuser.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx.unsafe(statement);
  });
const ended = `status = 'responded', responded_at = now(), ended_at = now()`;

test("an answer that is written past the app counts for nothing, whatever the question's row says", async () => {
  const id = await questions.ask();
  await past(`INSERT INTO hil_responses (tenant_id, raw_payload, source_channel, matched_interaction_id, user_id,
      user_label, kind, place, response, seal)
    VALUES (${questions.tenantId}, '{}', 'in_app', ${id}, ${approver.userId}, 'Ana', 'answer', 1, '{"count":9}', 'x')`);
  await past(
    `UPDATE hil_interactions SET ${ended}, response_data = '{"answer":{"count":9}}' WHERE id = ${id}`,
  );
  await expect(readInteraction(agent, id, gateway)).rejects.toMatchObject({ code: "unproven" });
  expect((await readInteractions(agent, list, gateway)).items).toEqual([]);
  expect(await questions.faults()).toContain("interaction_differs");
});

test("a genuine answer counts for its own question alone, in its own place, and as it was given", async () => {
  const given = await questions.ask();
  await questions.answer(approver, given);
  const copied = await questions.ask();
  await past(`INSERT INTO hil_responses (tenant_id, raw_payload, source_channel, received_at, matched_interaction_id,
      user_id, user_label, kind, place, response, seal)
    SELECT tenant_id, raw_payload, source_channel, received_at, ${copied}, user_id, user_label, kind, place, response,
      seal FROM hil_responses WHERE matched_interaction_id = ${given}`);
  await past(`UPDATE hil_interactions SET ${ended}, response_data = '{}' WHERE id = ${copied}`);
  await expect(readInteraction(agent, copied, gateway)).rejects.toMatchObject({ code: "unproven" });
  await past(`UPDATE hil_responses SET response = '{"count":9}' WHERE matched_interaction_id = ${given}`);
  await expect(readInteraction(agent, given, gateway)).rejects.toMatchObject({ code: "unproven" });
});

test("an end before its time, and another default, are none", async () => {
  const id = await questions.ask({ timeout_action: "default_response", default_response: { count: 1 } });
  await past(
    `UPDATE hil_interactions SET status = 'timeout', ended_at = now(), response_data = '{}' WHERE id = ${id}`,
  );
  await expect(readInteraction(agent, id, gateway)).rejects.toMatchObject({ code: "unproven" });
  await past(`UPDATE hil_interactions SET default_response = '{"count":2}' WHERE id = ${id}`);
  questions.pass(3_600);
  await expect(readInteraction(agent, id, gateway)).rejects.toMatchObject({ code: "unproven" });
});

test("a question that nobody asked through the app is answered by nobody, and its chain is missed", async () => {
  const [row] = await world.owner<{ id: number }[]>`
    INSERT INTO hil_interactions (tenant_id, agent_id, asked_by_label, interaction_type, request_data, responders, asked,
      created_at, timeout_at, request_hash, seal)
    SELECT tenant_id, agent_id, asked_by_label, interaction_type, request_data, responders, asked, created_at,
      timeout_at, 'other', seal FROM hil_interactions ORDER BY id LIMIT 1 RETURNING id`;
  await expect(questions.answer(approver, row!.id)).rejects.toMatchObject({ code: "unproven" });
  expect(await questions.faults()).toContain("chain_missing");
});
