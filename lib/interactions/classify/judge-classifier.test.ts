import { afterAll, expect, test } from "vitest";
import { readMetrics } from "@/lib/gateway/read/state/read-metrics";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { receiveAnswer } from "@/lib/interactions/replies/receive-answer";
import { useQuestions } from "@/lib/interactions/testing/use-questions";
import { closeReceivers } from "@/lib/outbound/testing/receiver";
import { chat, openWitness } from "@/lib/runtime/testing/model-witness";
import { FACTORS } from "./reply";

/** The model that classifies replies fails, and answers again. The clock is the test's. */

const { witness, provider, sender } = await openWitness();
afterAll(closeReceivers);
const { world, gateway, tenantId, ask, pass, sweep } = await useQuestions();
Object.assign(gateway, { sender, classifierModel: { provider: provider("acme"), model: "small-1" } });
const { owner, admin, approver } = world;

const good = chat(
  JSON.stringify({
    relevance_score: 0.5,
    reasoning: "It is unclear.",
    factors: Object.fromEntries(FACTORS.map((name) => [name, 0.5])),
    reading: "nothing",
    answer_json: "",
  }),
);
const bad = chat("no JSON");

let deliveries = 0;
const reply = (interactionId: number) =>
  receiveAnswer(
    {
      tenantId,
      interactionId,
      channel: "email",
      delivery: { provider: "test", key: `delivery-${(deliveries += 1)}` },
      from: approver,
      text: "Let me see about that.",
      answersOurMessage: true,
    },
    gateway,
  );
const eventsOf = async (type: string) =>
  (await owner`SELECT FROM events WHERE entity_type = 'classifier' AND event_type = ${type}`).length;
const metric = async () =>
  (await readMetrics(gateway)).text
    .split("\n")
    .find((line) => line.startsWith(`countersign_classifier_failing{tenant="${tenantId}"}`))!
    .split(" ")[1];

test("counts as failing above 10 % of an hour, by one event, a banner and a metric, and recovers by one", async () => {
  const id = await ask({ timeout_seconds: 86_400 });
  expect(await metric()).toBe("0");
  witness.reply = bad;
  await reply(id);
  await reply(id);
  expect(await eventsOf("classifier.failing")).toBe(0);
  await Promise.all(Array.from({ length: 5 }, () => reply(id)));
  await Promise.all([sweep(), sweep()]);
  expect(await eventsOf("classifier.failing")).toBe(1);
  expect(await metric()).toBe("1");
  expect((await readOverview(admin, gateway)).classifier_failing).toBe(true);
  expect((await readOverview(approver, gateway)).classifier_failing).toBe(false);

  witness.reply = good;
  await reply(id);
  expect(await eventsOf("classifier.recovered")).toBe(0);
  pass(3_601);
  await Promise.all([reply(id), reply(id), sweep()]);
  expect(await eventsOf("classifier.recovered")).toBe(1);
  expect(await eventsOf("classifier.failing")).toBe(1);
  expect(await metric()).toBe("0");
  expect((await readOverview(admin, gateway)).classifier_failing).toBe(false);
});

test("recovers without another reply once its failures are an hour old", async () => {
  const before = await eventsOf("classifier.recovered");
  const id = await ask({ timeout_seconds: 86_400 });
  pass(3_601);
  witness.reply = bad;
  for (let count = 0; count < 3; count += 1) await reply(id);
  expect(await metric()).toBe("1");
  pass(3_601);
  await sweep();
  expect(await eventsOf("classifier.recovered")).toBe(before + 1);
});
