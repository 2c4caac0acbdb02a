import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { systemClock } from "@/lib/clock";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { createSender } from "@/lib/outbound";
import { receivePlainly } from "@/lib/outbound/testing/receiver";
import { chat } from "@/lib/runtime/testing/model-witness";
import { stepsOf } from "@/lib/runtime/testing/use-runs";
import { useModelRuns } from "@/lib/runtime/testing/use-model-runs";
import { setSecret } from "@/lib/runtime/versions/secrets";

/** The shipped workflows from their beginning to their proposals. */

const shipped = (name: string) =>
  readFileSync(new URL(`../../../workflows/${name}.yaml`, import.meta.url), "utf8");
const runs = await useModelRuns();
const { owner, gateway, admin, witness, publish, start, workOff, look, outputOf } = runs;

const proposalsOf = (runId: number) => owner<
  { payload: { entity_ref: string; changes: { to: unknown }[] }; reason: string; status: string }[]
>`
  SELECT a.payload_text::jsonb AS payload, a.reason, a.status FROM proposed_actions a
  JOIN steps s ON s.proposed_action_id = a.id WHERE s.run_id = ${runId} ORDER BY a.id`;

test("stock variance reads what NetSuite has, and proposes an adjustment for each difference and for nothing else", async () => {
  await publish(shipped("stock-variance"));
  const location = "Dallas DC";
  const first = await start("stock-variance", {
    inputs: { location, lines: [{ sku: "10532", counted: "0" }] },
  });
  await workOff();
  const { facts } = (await outputOf(first.id, "stock")) as { facts: { on_hand: string } };
  const [all] = await proposalsOf(first.id);
  expect(all).toMatchObject({
    status: "pending",
    payload: { entity_ref: "10532", changes: [{ to: `-${facts.on_hand}` }] },
    reason: `The count found 0, NetSuite has ${facts.on_hand}.`,
  });

  const lines = [
    { sku: "10532", counted: facts.on_hand },
    { sku: "10472", counted: "1" },
  ];
  const second = await start("stock-variance", { inputs: { location, lines } });
  await workOff();
  expect(stepsOf(await look(second.id))).toEqual(
    expect.arrayContaining(["adjust.0:skipped", "adjust.1:waiting_approval"]),
  );
  expect(await proposalsOf(second.id)).toMatchObject([{ payload: { entity_ref: "10472" } }]);
});

test("credit review asks the rating and the model, and proposes the lower limit with the model's words", async () => {
  const asked: (string | undefined)[] = [];
  const port = await receivePlainly((request, response) => {
    asked.push(request.headers.authorization);
    request.resume();
    request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  });
  const [provider] = gateway.modelProviders;
  const modelPort = Number(new URL(provider!.url).port);
  Object.assign(gateway, {
    sender: createSender({
      ownUrls: [],
      openAddresses: [port, modelPort].map((one) => ({ host: "127.0.0.1", port: one })),
      clock: systemClock,
    }),
  });
  witness.reply = chat("It pays late. Its limit should go down.");
  const source = shipped("credit-review").replace("https://ratings.example", `http://127.0.0.1:${port}`);
  const version = await publish(source);
  const by = await steppedUp(owner, admin, "set_workflow_secret", `${version.id}/RATINGS_KEY`);
  await setSecret(by, { id: version.id, name: "RATINGS_KEY", value: "s3cret" }, gateway);
  const { id } = await start("credit-review", { inputs: { customer: "Coastal Pantry", limit: "55000.00" } });
  await workOff();
  expect(stepsOf(await look(id))).toEqual([
    "record:succeeded",
    "rating:succeeded",
    "summary:succeeded",
    "lower:waiting_approval",
  ]);
  expect(asked).toEqual(["Bearer s3cret"]);
  expect(await proposalsOf(id)).toMatchObject([
    {
      status: "pending",
      payload: { entity_ref: "Coastal Pantry" },
      reason: "It pays late. Its limit should go down.",
    },
  ]);
});
