import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { RECEIVER_HOST, certificate } from "@/lib/outbound/testing/receiver";
import { proposals } from "@/lib/gateway/testing/proposals";
import type { DyingSenderOptions } from "./testing/dying-sender";
import { useWebhooks } from "./testing/use-webhooks";

const program = fileURLToPath(new URL("./testing/dying-sender.ts", import.meta.url));
const hooks = await useWebhooks();
const { world, tenantId, port, create, deliver, deliveries, gotBy, pass } = hooks;

test("a sender that is killed between sending and settling: the webhook is delivered again under the same id, and nothing is lost", async () => {
  const mine = await create();
  await world.propose(proposals.arNote());
  const options: DyingSenderOptions = {
    databaseUrl: world.db.urls.app,
    tenantId,
    openAddresses: [{ host: RECEIVER_HOST, port }],
    ca: certificate.cert,
  };
  const child = spawn(process.execPath, ["--import", "tsx", program, JSON.stringify(options)], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += String(chunk)));
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  expect({ signal, said }).toEqual({ signal: "SIGKILL", said: "" });

  expect(await deliveries(mine.id)).toMatchObject([{ state: "sending", attempts: 1 }]);
  expect(gotBy(mine)).toHaveLength(1);
  await deliver();
  expect(gotBy(mine), "its lease holds").toHaveLength(1);
  pass(61);
  await deliver();
  const [first, again] = gotBy(mine);
  expect(again!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
  expect(again!.body).toBe(first!.body);
  expect(await deliveries(mine.id)).toMatchObject([
    { state: "delivered", attempts: 2, log: [{ outcome: "interrupted" }, { outcome: "delivered" }] },
  ]);
});
