import { startEngine } from "@countersign/inngest-engine";
import {
  createApp,
  createClock,
  createDatabase,
  engineOptions,
  signingKey,
  synced,
} from "@countersign/inngest-engine/testing";
import { NonRetriableError } from "inngest";
import { inJob } from "@/inngest/in-job";
import { createEngineClient } from "@/lib/engine/client";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import type { World } from "@/lib/gateway/testing/world";

/**
 * The embedded engine on a database of its own, and an app that serves our functions' doubles over signed HTTP: pushes are
 * delivered by the world's own gateway; the rest fails, sleeps and counts as tests need it. `gateway` asks that engine.
 */
export async function carryWork(world: World) {
  const database = await createDatabase();
  const app = await createApp({ id: "countersign" });
  const clock = createClock();
  const engine = await startEngine({ ...engineOptions(database.url, app.url), now: clock.now });
  const client = app.serve(engine.url, (inngest) => [
    inngest.createFunction(
      { id: "push-action", retries: 1, triggers: [{ event: "ns-push.requested" }] },
      async ({ event, attempt }) => {
        if (attempt === 0) throw new Error("Not settled yet: the lane is busy");
        const { tenant_id: tenantId, push_id: pushId } = event.data;
        const result = await pushLine(Number(tenantId), Number(pushId), world.gateway);
        if (result.outcome === "dead") throw new NonRetriableError("This push gave up; see its dead letter.");
        return result;
      },
    ),
    inngest.createFunction(
      { id: "watch-customer-health", retries: 0, triggers: [{ event: "hitl.approved" }] },
      async ({ step }) => {
        await step.sleep("a-while", "1d");
      },
    ),
    inngest.createFunction(
      { id: "expire-actions", retries: 0, triggers: [{ cron: "* * * * *" }] },
      ({ runId }) =>
        inJob("expire-actions", runId, async () => {
          throw new Error("a statement with values of some company");
        }),
    ),
    inngest.createFunction({ id: "rescue-leases", retries: 0, triggers: [{ cron: "* * * * *" }] }, () => ({
      // Long enough that no random id contains it.
      rescued_of_everybody: 770_077_077,
    })),
    inngest.createFunction({ id: "dispatch-outbox", retries: 0, triggers: [{ cron: "* * * * *" }] }, () => {
      throw new Error("words of some company");
    }),
  ]);
  await synced(engine.url);
  const engineClient = createEngineClient({
    baseUrl: engine.url,
    signingKey,
    dashboardUrl: undefined,
    isConfigured: true,
  });
  return {
    clock,
    engine,
    engineClient,
    gateway: { ...world.gateway, engine: engineClient },
    send: (name: string, data: Record<string, number>) => client.send({ name, data }),
    async close() {
      await engine.stop();
      await app.down();
      await database.drop();
    },
  };
}
