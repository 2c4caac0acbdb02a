import { afterEach, expect, test, vi } from "vitest";
import type { Person } from "@/lib/core/access/principal";
import { newGate, outcomeOf } from "@/lib/gateway/testing/race";
import { readInteraction } from "./read";
import { useQuestions } from "./testing/use-questions";

/** Answers that come at once are taken in by turns. */

const questions = await useQuestions();
const { world, gateway } = questions;
const { approver, agent } = world;
const ben = await world.home.person("Ben", "approver");
const ofBoth = { responders: [{ user_id: approver.userId }, { user_id: ben.userId }] };

let gate = newGate();
afterEach(() => {
  gate.open();
  vi.restoreAllMocks();
});
/** Answers of a person that do not end until the gate opens. */
function hold(count: number, person: Person = approver) {
  gate = newGate();
  return Array.from({ length: count }, () => gateway.answerTurns.take(person, () => gate.opened));
}
/** Long enough for an answer that nothing holds. */
const soon = () => new Promise<"waits">((resolve) => void setTimeout(() => resolve("waits"), 300));
const statusOf = async (id: number) => (await readInteraction(agent, id, gateway)).status;

test("two answers of one person are taken in at once: the third waits without a connection, and counts in its turn", async () => {
  const id = await questions.ask();
  const held = hold(2);
  const transaction = vi.spyOn(gateway.database.orm, "transaction").mockClear();
  const third = questions.answer(approver, id).then(() => "answered");
  expect(await Promise.race([third, soon()])).toBe("waits");
  expect(transaction).toHaveBeenCalledTimes(0);
  gate.open();
  expect(await third).toBe("answered");
  expect(await statusOf(id)).toBe("responded");
  await Promise.all(held);
});

test("one person's answers do not keep another's waiting", async () => {
  const id = await questions.ask(ofBoth);
  const held = hold(20, ben);
  await questions.answer(approver, id);
  expect(await statusOf(id)).toBe("responded");
  gate.open();
  await Promise.all(held);
});

test("a person of whom two hundred wait is told when to send it again, and nothing of it counts", async () => {
  const id = await questions.ask();
  const held = hold(2 + 200);
  const { error } = await outcomeOf(questions.answer(approver, id));
  expect(error).toMatchObject({ code: "rate_limited", status: 429, retryAfterSeconds: 5 });
  expect(await statusOf(id)).toBe("pending");
  gate.open();
  await Promise.all(held);
});
