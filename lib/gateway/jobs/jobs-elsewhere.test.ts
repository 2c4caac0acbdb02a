import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { jobsQuerySchema } from "@/lib/contract/monitoring/jobs";
import { createEngineClient } from "@/lib/engine/client";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { silentEngine } from "@/lib/gateway/testing/load/silent-engine";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { readJob } from "./read-job";
import { readJobFunctions } from "./read-job-functions";
import { readJobs } from "./read-jobs";

/** Jobs that another Inngest carries, or none, or an engine that does not answer. */

const world = await useWorld();
const { viewer } = world;
const runId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

test("the list of the cloud's dashboard is linked, without a search that would find nothing", async () => {
  const action = await proposeAndApprove(world, proposals.arNote());
  const engine = createEngineClient({ ...silentEngine, baseUrl: undefined });
  const { source, items } = await readJobs(viewer, jobsQuerySchema.parse({ action_id: action.id }), {
    ...world.gateway,
    engine,
  });
  expect(items).toEqual([]);
  expect(source).toEqual({ kind: "dashboard", url: "https://app.inngest.com/env/production/runs" });
  const one = await readJob(viewer, runId, { ...world.gateway, engine });
  expect(one).toEqual({
    source: { kind: "dashboard", url: `https://app.inngest.com/env/production/runs/${runId}` },
    run: null,
  });
  const branch = createEngineClient({
    ...silentEngine,
    baseUrl: undefined,
    dashboardUrl: "https://app.inngest.com/env/staging",
  });
  expect((await readJob(viewer, runId, { ...world.gateway, engine: branch })).source).toMatchObject({
    url: `https://app.inngest.com/env/staging/runs/${runId}`,
  });
});

test("a self-hosted Inngest is linked by its address or by the one that is set, and never gets the key from here", async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization ?? "unsigned"}`);
    response.end('{"status":200,"message":"OK"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const engine = createEngineClient({ ...silentEngine, baseUrl });
  expect(await engine.source()).toEqual({ kind: "dashboard", url: baseUrl });
  expect(await engine.source()).toEqual({ kind: "dashboard", url: baseUrl });
  expect(requests).toEqual(["/health unsigned"]);
  const named = createEngineClient({ ...silentEngine, baseUrl, dashboardUrl: "https://jobs.example/" });
  expect(await named.source()).toEqual({ kind: "dashboard", url: "https://jobs.example" });
  const linkOf = (client: typeof engine) => readJob(viewer, runId, { ...world.gateway, engine: client });
  expect(await linkOf(engine)).toEqual({
    source: { kind: "dashboard", url: `${baseUrl}/run?runID=${runId}` },
    run: null,
  });
  expect((await linkOf(named)).source).toMatchObject({ url: `https://jobs.example/run?runID=${runId}` });
  server.close();
});

test("an engine that is down is said to be, and nothing is recorded as done", async () => {
  const engine = createEngineClient(silentEngine);
  const down = { ...world.gateway, engine };
  await expectRefusal(readJobs(viewer, jobsQuerySchema.parse({}), down), {
    code: "unavailable",
    publicMessage: expect.stringContaining("does not answer"),
  });
  await expectRefusal(readJobFunctions(viewer, down), "unavailable");
});

test("without any Inngest there is nothing to show", async () => {
  const none = await readJobFunctions(viewer, world.gateway);
  expect(none).toMatchObject({ source: { kind: "none" }, functions: [] });
});
