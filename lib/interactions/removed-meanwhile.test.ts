import { expect, test } from "vitest";
import { outcomeOf, untilWaiting } from "@/lib/gateway/testing/race";
import { answer } from "./answer";
import { useQuestions } from "./testing/use-questions";

const questions = await useQuestions();
const { world, gateway } = questions;
const { owner } = world;
let people = 0;

/** An answer of an approver that stands in line for its question while an administrator changes the approver. */
async function answeredDuring(change: (userId: number) => Promise<unknown>, responder: "person" | "role") {
  const dan = await world.home.person(`Dan ${(people += 1)}`, "approver");
  const id = await questions.ask({
    responders: [responder === "person" ? { user_id: dan.userId } : { role: "approver" }],
  });
  const { late } = await owner.begin(async (tx) => {
    await tx`SELECT 1 FROM hil_interactions WHERE id = ${id} FOR UPDATE`;
    const outcome = outcomeOf(answer(dan, { id, response: { count: 3 } }, gateway));
    await untilWaiting(world.superuser, 1);
    await change(dan.userId);
    return { late: { outcome } };
  });
  const { error } = await late.outcome;
  const kept = await owner`SELECT id FROM hil_responses WHERE matched_interaction_id = ${id}`;
  return { refusal: error?.code ?? null, kept: kept.length };
}

const remove = (userId: number) =>
  owner`UPDATE memberships SET revoked_at = clock_timestamp() WHERE user_id = ${userId}`;
const demote = (userId: number) => owner`UPDATE memberships SET role = 'viewer' WHERE user_id = ${userId}`;

test("an answer of somebody who was removed while it stood in line does not count", async () => {
  expect(await answeredDuring(remove, "person")).toEqual({ refusal: "not_allowed", kept: 0 });
});

test("an answer of somebody who lost the role that was asked does not count, and one to a question by name does", async () => {
  expect(await answeredDuring(demote, "role")).toMatchObject({ kept: 0 });
  expect(await answeredDuring(demote, "person")).toEqual({ refusal: null, kept: 1 });
});
