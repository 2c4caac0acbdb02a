import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestServer, startServer } from "../testing/server";
import { readRuns } from "./real-server";

/** A stand-in with the ways of a real server that the harness has to get past. */
const runs: Record<string, object[]> = {
  asleep: [{ run_id: "A", status: "Completed", ended_at: null, output: "" }],
  begun: [{ run_id: "B", status: "Running", ended_at: null, output: null }],
  reported: [{ run_id: "C", status: "Completed", ended_at: "2026-11-22T02:00:00Z", output: "" }],
  plain: [{ run_id: "D", status: "Failed", ended_at: "2026-11-22T02:00:00Z", output: { message: "no" } }],
};
const outputs: Record<string, string> = { C: "[1,2,3]" };
const cache = new Map<string, string>();
let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startServer(async (request, response) => {
    const query = Buffer.concat(await request.toArray()).toString();
    const address = request.url ?? "";
    const graphql = query === "" ? null : (JSON.parse(query) as Query);
    const fresh = graphql
      ? { data: { run: { output: outputs[graphql.variables.runId] } } }
      : { data: runs[new URL(address, "http://server").pathname.split("/")[3] ?? ""] ?? [] };
    const body = (graphql === null && cache.get(address)) || JSON.stringify(fresh);
    cache.set(address, body);
    response.end(body);
  });
  url = server.origin;
});
afterAll(() => server.down());

interface Query {
  variables: { runId: string };
}

test("a run that sleeps or has no end runs, whatever its status says", async () => {
  expect(await readRuns(url, "asleep")).toMatchObject([{ status: "Running" }]);
  expect(await readRuns(url, "begun")).toMatchObject([{ status: "Running" }]);
});

test("an output that REST leaves out is the one that GraphQL shows", async () => {
  expect(await readRuns(url, "reported")).toMatchObject([{ status: "Completed", output: [1, 2, 3] }]);
  expect(await readRuns(url, "plain")).toMatchObject([{ status: "Failed", output: { message: "no" } }]);
});

test("an answer that the server keeps by its address is not seen twice", async () => {
  expect(await readRuns(url, "later")).toEqual([]);
  runs.later = [{ run_id: "E", status: "Cancelled", ended_at: "2026-11-22T02:00:00Z", output: null }];
  expect(await readRuns(url, "later")).toMatchObject([{ status: "Cancelled" }]);
});
