import { expect, test } from "vitest";
import { slowness } from "@/e2e/support/slowness";
import { readInteraction } from "./read";
import { useQuestions } from "./testing/use-questions";

const questions = await useQuestions();
const { world, gateway } = questions;
const { approver, agent } = world;
const ben = await world.home.person("Ben", "approver");
const read = (id: number) => readInteraction(agent, id, gateway);
const rowOf = async (id: number) => {
  const [row] = await world.owner`
    SELECT status, warning_sent, reminders_sent, asked FROM hil_interactions WHERE id = ${id}`;
  return row!;
};

test("a question without an answer ends as its setting says: fail, go on, or take the default answer", async () => {
  const ids = await Promise.all([
    questions.ask(),
    questions.ask({ timeout_action: "continue" }),
    questions.ask({ timeout_action: "default_response", default_response: { count: 7 } }),
  ]);
  questions.pass(3_599);
  await questions.sweep();
  expect(await Promise.all(ids.map(async (id) => (await rowOf(id)).status))).toEqual(
    Array(3).fill("pending"),
  );
  questions.pass(1);
  await questions.sweep();
  expect(await Promise.all(ids.map(read))).toMatchObject([
    { status: "timeout", timeout_action: "fail", response: { answer: null, by: null, timed_out: true } },
    { status: "timeout", timeout_action: "continue", response: { answer: null, timed_out: true } },
    {
      status: "timeout",
      timeout_action: "default_response",
      response: { answer: { count: 7 }, by: null, timed_out: true },
    },
  ]);
  expect(await questions.eventsOf(ids[0]!)).toEqual(["created", "timed_out", "taken_up"]);
  expect(await questions.faults()).toEqual([]);
});

test("two sweeps at once end each question once", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => questions.ask({ timeout_seconds: 60 })));
  questions.pass(60);
  await Promise.all([questions.sweep(), questions.sweep(), questions.sweep()]);
  await questions.sweep();
  for (const id of ids) expect(await questions.eventsOf(id)).toEqual(["created", "timed_out"]);
});

test("people are warned 15 minutes before a question ends, once, and of a short one never", async () => {
  const [id, short] = [await questions.ask(), await questions.ask({ timeout_seconds: 900 })];
  questions.pass(3_600 - 901);
  await questions.sweep();
  expect(await rowOf(id)).toMatchObject({ warning_sent: false });
  questions.pass(1);
  expect(await questions.sweep()).toBeGreaterThan(0);
  expect(await questions.sweep()).toBe(0);
  expect(await rowOf(id)).toMatchObject({ warning_sent: true, status: "pending" });
  expect(await read(id)).toMatchObject({ warned: true });
  expect(await rowOf(short)).toMatchObject({ warning_sent: false, status: "timeout" });
});

test("people are reminded each time that the given time has passed, and of an answered question no more", async () => {
  const id = await questions.ask({ reminder_seconds: 600, timeout_seconds: 86_400 });
  for (const reminders of [1, 2]) {
    questions.pass(600);
    await questions.sweep();
    await questions.sweep();
    expect(await rowOf(id)).toMatchObject({ reminders_sent: reminders });
  }
  await questions.answer(approver, id);
  questions.pass(600);
  await questions.sweep();
  expect(await rowOf(id)).toMatchObject({ reminders_sent: 2 });
});

test("a question that nobody answers in time goes on to the next person", async () => {
  const responders = [{ user_id: approver.userId }, { user_id: ben.userId }];
  const id = await questions.ask({ responders, escalate_after_seconds: 300 });
  await expect(questions.answer(ben, id)).rejects.toMatchObject({ code: "not_found" });
  questions.pass(299);
  await questions.sweep();
  await expect(questions.answer(ben, id)).rejects.toMatchObject({ code: "not_found" });
  questions.pass(1);
  await questions.sweep();
  expect(await rowOf(id)).toMatchObject({ asked: 2 });
  expect(await questions.answer(ben, id)).toMatchObject({ outcome: "responded" });
  expect(await questions.eventsOf(id)).toEqual(["created", "escalated", "answered", "resolved"]);
  expect(await questions.faults()).toEqual([]);
});

async function askThousand(seconds: number): Promise<number[]> {
  const ids: number[] = [];
  for (let batch = 0; batch < 20; batch += 1)
    ids.push(
      ...(await Promise.all(Array.from({ length: 50 }, () => questions.ask({ timeout_seconds: seconds })))),
    );
  return ids;
}

test("of a thousand questions that end in the same minute people are warned once each, and each ends once, by three sweeps at once", async () => {
  const ids = await askThousand(3_600);
  const sweeps = async () => {
    const changes = await Promise.all([questions.sweep(), questions.sweep(), questions.sweep()]);
    return changes.reduce((sum, of) => sum + of, 0);
  };
  questions.pass(2_700);
  let warned = await sweeps();
  // One sweep leaves to another what that one holds.
  warned += await questions.sweep();
  expect(warned).toBe(1_000);
  expect(await sweeps()).toBe(0);
  questions.pass(900);
  const began = performance.now();
  const ended = (await sweeps()) + (await questions.sweep());
  expect(performance.now() - began).toBeLessThan(5_000 * slowness);
  expect(ended).toBe(1_000);
  const [counted] = await world.owner`
    SELECT count(*)::int AS events, count(DISTINCT entity_id)::int AS questions FROM events
    WHERE entity_type = 'interaction' AND event_type = 'interaction.timed_out' AND entity_id = ANY (${ids})`;
  expect(counted).toEqual({ events: 1_000, questions: 1_000 });
});

test("a thousand questions are open at once, and each still gets its answer, or its timeout in less than 5 seconds", async () => {
  const ids = await askThousand(120);
  const answered = ids.filter((id) => id % 2 === 0);
  for (let at = 0; at < answered.length; at += 50)
    await Promise.all(answered.slice(at, at + 50).map((id) => questions.answer(approver, id)));
  questions.pass(120);
  const began = performance.now();
  await questions.sweep();
  expect(performance.now() - began).toBeLessThan(5_000 * slowness);
  const rows = await world.owner<{ id: number; status: string }[]>`
    SELECT id, status FROM hil_interactions WHERE id = ANY (${ids}) ORDER BY id`;
  const expected = ids.map((id) => ({ id, status: id % 2 === 0 ? "responded" : "timeout" }));
  expect(rows).toEqual(expected.sort((one, other) => one.id - other.id));
});
