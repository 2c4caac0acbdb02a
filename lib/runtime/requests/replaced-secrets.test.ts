import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { systemClock } from "@/lib/clock";
import { numberSettingsFromBefore } from "@/lib/gateway/reseal/number-settings-from-before";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { setSecret } from "@/lib/runtime/versions/secrets";
import { sealSecret } from "@/lib/secrets/secret-box";
import { secretBoundTo } from "@/lib/secrets/workflow-secret";

/** Secrets that somebody with the app's database role puts back after an administrator has replaced them. */

const runs = await useRuns();
const { owner, gateway, admin, publish, start, workOff, look } = runs;
const { tenantId } = admin;

let sent: unknown[] = [];
const port = await receivePlainly((request, response) => {
  sent.push(request.headers["x-key"]);
  request.resume();
  request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
});
afterAll(closeReceivers);
Object.assign(gateway, {
  sender: createSender({ ownUrls: [], openAddresses: [{ host: "127.0.0.1", port }], clock: systemClock }),
});
beforeEach(() => (sent = []));

const source = (name: string) => `workflow: ${name}
limits: { writes: 5 }
secrets: [API_KEY]
steps:
  - id: call
    tool: http.request
    with: { method: POST, url: "http://127.0.0.1:${port}/", headers: { x-key: "\${{ secrets.API_KEY }}" } }`;
async function set(id: number, name: string, value: string): Promise<string> {
  await setSecret(
    await steppedUp(owner, admin, "set_workflow_secret", `${id}/${name}`),
    { id, name, value },
    gateway,
  );
  const [row] = await owner`SELECT sealed FROM workflow_secrets WHERE workflow_id = ${id} AND name = ${name}`;
  return row!.sealed as string;
}
const putBack = (id: number, sealed: string) =>
  inTenant(gateway.database, tenantId, (tx) =>
    tx.execute(sql`
      UPDATE workflow_secrets SET sealed = ${sealed}
      WHERE tenant_id = ${tenantId} AND workflow_id = ${id} AND name = 'API_KEY'`),
  );
async function errorOf(name: string): Promise<string | undefined> {
  const { id } = await start(name);
  await workOff();
  return (await look(id)).error?.message;
}

test("a secret that was replaced is sent no more, whoever puts it back, and one of another name never", async () => {
  const { id } = await publish(source("replaced"));
  const first = await set(id, "API_KEY", "first");
  expect(await errorOf("replaced")).toBeUndefined();
  const second = await set(id, "API_KEY", "second");
  await set(id, "OTHER", "other");
  const other = await set(id, "OTHER", "other");
  for (const sealed of [first, other]) {
    await putBack(id, sealed);
    expect(await errorOf("replaced")).toContain("is not as an administrator set it last");
  }
  await putBack(id, second);
  expect(await errorOf("replaced")).toBeUndefined();
  expect(sent).toEqual(["first", "second"]);
});

test("two that set a secret at once leave one that is sent", async () => {
  const { id } = await publish(source("at-once"));
  const [olga, adam] = [await runs.world.home.person("Olga", "admin"), admin];
  const setters = await Promise.all(
    [olga, adam].map((person) => steppedUp(owner, person, "set_workflow_secret", `${id}/API_KEY`)),
  );
  await Promise.all(
    setters.map((by) => setSecret(by, { id, name: "API_KEY", value: `of ${by.name}` }, gateway)),
  );
  expect(await errorOf("at-once")).toBeUndefined();
  expect(sent).toHaveLength(1);
});

test("a secret from before they were numbered is sent once the migration that numbers them has run", async () => {
  const { id } = await publish(source("from-before"));
  await set(id, "API_KEY", "older");
  await putBack(id, sealSecret(JSON.stringify(["API_KEY", "older"]), secretBoundTo(id)));
  await owner.begin((tx) => numberSettingsFromBefore(tx, ["0069_later.sql"]));
  expect(await errorOf("from-before")).toContain("is not as an administrator set it last");
  await owner.begin((tx) => numberSettingsFromBefore(tx, ["0068_sealed_requests.sql"]));
  expect(await errorOf("from-before")).toBeUndefined();
  expect(sent).toEqual(["older"]);
});
