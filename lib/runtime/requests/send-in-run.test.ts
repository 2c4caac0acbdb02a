import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { rescueSteps } from "@/db/queries/workflows/steps";
import { leaseSteps } from "@/db/queries/workflows/turns";
import { systemClock } from "@/lib/clock";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { publishPolicy } from "@/lib/gateway/rules/publish-policy";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { setSecret } from "@/lib/runtime/versions/secrets";
import { rerun } from "@/lib/runtime/runs/rerun";
import { loadStep, namesFor } from "@/lib/runtime/work/load-step";
import { runStep } from "@/lib/runtime/work/run-step";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";

const runs = await useRuns();
const { owner, gateway, admin, publish, start, workOff, look, outputOf } = runs;

/** A witness outside us: what arrived, and under which key. */
interface Arrival {
  method: string;
  path: string;
  key: string | undefined;
  authorization: string | undefined;
  body: string;
}
let arrivals: Arrival[] = [];
let answer: (request: Arrival, response: ServerResponse, raw: IncomingMessage) => void;
const port = await receivePlainly((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += String(chunk)));
  request.on("end", () => {
    const arrival = {
      method: request.method!,
      path: request.url!,
      key: request.headers["idempotency-key"] as string | undefined,
      authorization: request.headers.authorization,
      body,
    };
    arrivals.push(arrival);
    answer(arrival, response, request);
  });
});
afterAll(closeReceivers);
const host = `127.0.0.1:${port}`;
Object.assign(gateway, {
  sender: createSender({ ownUrls: [], openAddresses: [{ host: "127.0.0.1", port }], clock: systemClock }),
});
const json =
  (status: number, value: unknown, headers = {}) =>
  (_: Arrival, response: ServerResponse) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(value));
beforeEach(() => {
  arrivals = [];
  answer = json(200, { ok: true, price: "1.10" });
});

const calling = (name: string, parts: string, more = "limits: { writes: 5 }") => `workflow: ${name}
${more}
steps:
  - id: call
    tool: http.request
    with: { method: POST, url: "http://${host}/prices", ${parts} }`;
const receiptOf = async (runId: number) =>
  (
    await owner`SELECT status, request_metadata, response_metadata, reversible, how_to_reverse FROM step_receipts WHERE run_id = ${runId}`
  )[0];

describe("a request", () => {
  test("goes once, under a key of its own, and its answer is the step's result; the receipt says so", async () => {
    const run = await runs.follow(
      calling("once", `body: { sku: A, price: "1.10" }, undo: "DELETE the price"`),
    );
    expect(run.status).toBe("succeeded");
    expect(arrivals).toEqual([
      {
        method: "POST",
        path: "/prices",
        key: expect.stringMatching(/^countersign-\d+-\d{16}-\d+:call$/),
        authorization: undefined,
        body: '{"price":"1.10","sku":"A"}',
      },
    ]);
    expect(await outputOf(run.id, "call")).toEqual({ status: 200, body: { ok: true, price: "1.10" } });
    expect(run.writes.used).toBe(1);
    expect(await receiptOf(run.id)).toMatchObject({
      status: "succeeded",
      request_metadata: { method: "POST", url: `http://${host}/prices`, headers: [] },
      response_metadata: { kind: "answered", status: 200 },
      reversible: true,
      how_to_reverse: "DELETE the price",
    });
  });
  test("carries a secret that nothing keeps, not even as its hash", async () => {
    const secret = "s3cret-token-of-the-test";
    const source = calling(
      "secret",
      `headers: { authorization: "Bearer \${{ secrets.API_KEY }}" }`,
      "limits: { writes: 5 }\nsecrets: [API_KEY]",
    );
    const { id: workflowId } = await publish(source);
    const run = await start("secret");
    await workOff();
    expect((await look(run.id)).error!.message).toContain("The secret API_KEY is not set");
    const by = await steppedUp(owner, admin, "set_workflow_secret", `${workflowId}/API_KEY`);
    await setSecret(by, { id: workflowId, name: "API_KEY", value: secret }, gateway);
    const next = await start("secret");
    await workOff();
    expect((await look(next.id)).status).toBe("succeeded");
    expect(arrivals.map(({ authorization }) => authorization)).toEqual([`Bearer ${secret}`]);
    const [kept] = await owner`
      SELECT (SELECT string_agg(to_jsonb(s)::text, '') FROM steps s WHERE run_id = ${next.id})
        || (SELECT string_agg(to_jsonb(r)::text, '') FROM step_receipts r WHERE run_id = ${next.id})
        || (SELECT string_agg(body_text, '') FROM events) AS text`;
    expect(kept!.text).not.toContain(secret);
  });
  test.each<[number, string]>([
    [400, "answered"],
    [404, "answered"],
    [302, "redirected"],
  ])("that is answered %i fails for good as %s", async (status, code) => {
    answer = json(status, {}, { location: `http://${host}/elsewhere` });
    const run = await runs.follow(calling(`answer-${status}`, ""));
    expect(run.steps[0]).toMatchObject({ status: "failed_terminal", last_error: { code } });
    expect(arrivals).toHaveLength(1);
  });
  test("takes the statuses that it names for a result", async () => {
    answer = json(404, { none: true });
    const run = await runs.follow(calling("accepts", "accept: [404]"));
    expect(await outputOf(run.id, "call")).toEqual({ status: 404, body: { none: true } });
  });
  test.each([429, 503])(
    "that is turned away by %i is sent again later, when the address says",
    async (status) => {
      answer = json(status, {}, { "retry-after": "120" });
      const run = await runs.follow(calling(`away-${status}`, ""));
      expect(run.status).toBe("failed_retryable");
      expect(run.steps[0]).toMatchObject({ status: "failed_retryable", last_error: { code: "turned_away" } });
      const dueInMs = Date.parse(run.steps[0]!.next_eligible_at!) - Date.now();
      expect(dueInMs).toBeGreaterThan(60_000);
      answer = json(200, {});
      await runs.letTimeCome(run.id);
      await workOff();
      await workOff();
      expect((await look(run.id)).status).toBe("succeeded");
      expect(new Set(arrivals.map(({ key }) => key)).size).toBe(1);
    },
  );
  test("that is answered 503 by somebody who names no time to come back may have arrived, and is not sent again", async () => {
    answer = json(503, {});
    const run = await runs.follow(calling("proxy-lost-it", ""));
    expect(run.steps[0]).toMatchObject({ status: "failed_terminal", last_error: { code: "unknown_fate" } });
    expect(await receiptOf(run.id)).toMatchObject({ status: "unknown" });
    expect(arrivals).toHaveLength(1);
  });
  test("whose fate nobody knows is not sent again, unless its address honours the key or its method is the same twice", async () => {
    answer = (_, __, raw) => void raw.socket.destroy();
    const once = await runs.follow(calling("fate-once", ""));
    expect(once.steps[0]).toMatchObject({ status: "failed_terminal", last_error: { code: "unknown_fate" } });
    expect(await receiptOf(once.id)).toMatchObject({ status: "unknown" });
    for (const [name, source] of [
      ["fate-key", calling("fate-key", "honours_key: true")],
      ["fate-put", calling("fate-put", "").replace("method: POST", "method: PUT")],
    ] as const) {
      arrivals = [];
      answer = (_, __, raw) => void raw.socket.destroy();
      const run = await runs.follow(source);
      expect(run.status, name).toBe("failed_retryable");
      answer = json(200, {});
      await runs.letTimeCome(run.id);
      await workOff();
      await workOff();
      expect((await look(run.id)).status, name).toBe("succeeded");
      expect(new Set(arrivals.map(({ key }) => key)).size).toBe(1);
    }
  });
  test("of a re-run goes under the key of the one that it repeats, as often as it is done again, until its address refuses it", async () => {
    answer = (_, __, raw) => void raw.socket.destroy();
    const list = `workflow: again
limits: { writes: 5 }
steps:
  - { id: two, for: "\${{ ['a', 'b'] }}", max: 2, tool: http.request, with: { method: POST, url: "http://${host}/\${{ item }}" } }`;
    let run = await runs.follow(list);
    const keysOf = (path: string) => arrivals.filter((one) => one.path === path).map(({ key }) => key!);
    const again = async () => {
      run = (await rerun(runs.approver, run.id, gateway)).run;
      await workOff();
      await workOff();
    };
    await again();
    await again();
    for (const path of ["/a", "/b"]) {
      expect(keysOf(path).length).toBeGreaterThan(1);
      expect(new Set(keysOf(path)).size).toBe(1);
    }
    expect(keysOf("/a")[0]).not.toBe(keysOf("/b")[0]);
    const [before] = keysOf("/a");
    answer = json(400, {});
    await again();
    expect(keysOf("/a").at(-1)).toBe(before);
    arrivals = [];
    answer = json(200, {});
    await again();
    expect((await look(run.id)).status).toBe("succeeded");
    expect(keysOf("/a")).toEqual([expect.stringContaining(`-${run.id}:two:0`)]);
  });
  test("is not sent where the policy says no, where it is not open, or over the run's cap", async () => {
    const closed = await runs.follow(calling("closed", "").replace(host, "127.0.0.1:1"));
    expect(closed.steps[0]!.last_error).toMatchObject({ code: "refused" });
    const addresses = [
      "https://1234567.restlets.api.netsuite.com",
      "https://NetSuite.com",
      "https://checkout.eu1.netsuite.com.",
      "https://store.production.netsuitestaging.com",
      `http://${gateway.netsuite.host}`,
    ];
    for (const [index, address] of addresses.entries()) {
      const past = await runs.follow(calling(`past-people-${index}`, "").replace(`http://${host}`, address));
      expect(past.steps[0]!.last_error, address).toMatchObject({
        code: "refused",
        message: expect.stringContaining("netsuite.propose"),
      });
    }
    const capped = await runs.follow(
      `workflow: capped
limits: { writes: 2 }
steps:
  - { id: two, for: "\${{ ['a', 'b'] }}", max: 2, tool: http.request, with: { method: POST, url: "http://${host}/x" } }`,
    );
    expect(capped.writes).toEqual({ used: 2, max: 2 });
    arrivals = [];
    const text = `${DEFAULT_POLICY_TEXT}
@id("no-posts-there")
forbid (principal, action == Countersign::Action::"call", resource) when { resource.method == "POST" && resource.host == "127.0.0.1" };`;
    const by = await steppedUp(owner, admin, "publish_policy", policyHash(text));
    await publishPolicy(by, { text, note: "why", base_version: 1 }, gateway);
    const denied = await runs.follow(calling("denied", ""));
    expect(denied.steps[0]!.last_error).toMatchObject({
      code: "policy_denied",
      message: expect.stringContaining("no posts there"),
    });
    expect(arrivals).toEqual([]);
    const back = await steppedUp(owner, admin, "publish_policy", policyHash(DEFAULT_POLICY_TEXT));
    await publishPolicy(back, { text: DEFAULT_POLICY_TEXT, note: "why", base_version: 2 }, gateway);
  });
});

describe("a worker that goes away", () => {
  /** A worker that begins the step and never settles it: its lease is lost meanwhile. */
  async function die(name: string, parts: string) {
    await publish(calling(name, parts));
    const { id } = await start(name);
    const [leased] = await leaseSteps(gateway.database, { owner: "dies", count: 1, seconds: 30 });
    answer = (_, response) => {
      // The answer is never read: at that moment the lease belongs to nobody any more.
      void owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE run_id = ${id} AND status = 'running'`
        .then(() => rescueSteps(gateway.database, [0], 10))
        .then(() => json(200, { ok: true })({} as Arrival, response));
    };
    const status = await runStep(leased!, { owner: "dies", gateway });
    expect(status).toBeNull();
    answer = json(200, { ok: "again" });
    return id;
  }
  test("after the answer has its result taken from the receipt, and nothing is sent twice", async () => {
    const id = await die("dies-late", "");
    await workOff();
    expect(stepsOf(await look(id))).toEqual(["call:succeeded"]);
    expect(arrivals).toHaveLength(1);
    expect(await outputOf(id, "call")).toEqual({ status: 200, body: { ok: true } });
  });
  test("before the answer leaves a receipt that says `started`: its fate is unknown, and a person looks", async () => {
    const id = await die("dies-early", "");
    await owner`UPDATE step_receipts SET status = 'started', completed_at = NULL WHERE run_id = ${id} AND status = 'started'`;
    // As if the process had ended between the request and the receipt's completion.
    await runs.world.superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE step_receipts SET status = 'started', completed_at = NULL WHERE run_id = ${id}`;
    });
    await workOff();
    expect((await look(id)).steps[0]).toMatchObject({
      status: "failed_terminal",
      last_error: { code: "unknown_fate" },
    });
    expect(arrivals).toHaveLength(1);
  });
});

test("a step that is loaded names no secret", async () => {
  await publish(calling("loaded", ""));
  const { id } = await start("loaded");
  const [leased] = await leaseSteps(gateway.database, { owner: "looks", count: 1, seconds: 30 });
  const loaded = (await loadStep(leased!, gateway))!;
  expect(Object.keys(await namesFor(loaded, gateway))).not.toContain("secrets");
  await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE run_id = ${id}`;
  await workOff();
});

test("a secret is set in a session with a fresh code for it, and read by nobody", async () => {
  const { id } = await publish(calling("kept-secret", ""));
  const request = { id, name: "API_KEY", value: "k-of-the-test" };
  await expectRefusal(setSecret(admin, request, gateway), "session_required");
  await expectRefusal(setSecret(runs.approver, request, gateway), "not_allowed");
  const forAnother = await steppedUp(owner, admin, "set_workflow_secret", `${id}/OTHER`);
  await expectRefusal(setSecret(forAnother, request, gateway), "step_up_invalid");
  const by = await steppedUp(owner, admin, "set_workflow_secret", `${id}/API_KEY`);
  const listed = await setSecret(by, request, gateway);
  expect(listed).toMatchObject({ items: [{ name: "API_KEY", by: "Adam" }] });
  expect(
    JSON.stringify([listed, await owner`SELECT * FROM workflow_secrets`, await owner`SELECT * FROM events`]),
  ).not.toContain(request.value);
});
test("whoever sets a secret counts as an author: what it opens says what is proposed", async () => {
  const olga = await runs.world.home.person("Olga", "admin");
  const { id } = await publish(calling("of-two", ""));
  const by = await steppedUp(owner, olga, "set_workflow_secret", `${id}/API_KEY`);
  await setSecret(by, { id, name: "API_KEY", value: "k-of-the-test" }, gateway);
  const [agent] = await owner`SELECT key_makers FROM agents WHERE name = 'workflow-of-two'`;
  expect(agent!.key_makers).toEqual([admin.userId, olga.userId]);
  expect((await verifyLedger(admin, { mode: "full" }, gateway)).faults).toEqual([]);
});
