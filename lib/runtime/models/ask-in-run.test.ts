import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { sumModelCosts } from "@/db/queries/workflows/model-calls";
import { leaseSteps, rescueSteps } from "@/db/queries/workflows/steps";
import { inTenant } from "@/db/client";
import { publishPolicy } from "@/lib/gateway/rules/publish-policy";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { closeReceivers } from "@/lib/outbound/testing/receiver";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { rerun } from "@/lib/runtime/runs/rerun";
import { KEY, USAGE, chat, json, openWitness } from "@/lib/runtime/testing/model-witness";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";
import { validateWorkflow } from "@/lib/runtime/definitions/validate-workflow";
import { publishWorkflow, withdrawWorkflow } from "@/lib/runtime/versions/publish-version";
import { storeVersion } from "@/lib/runtime/versions/store-version";
import { runStep } from "@/lib/runtime/work/run-step";

const runs = await useRuns();
const { owner, gateway, admin, publish, start, workOff, look, outputOf } = runs;
const { witness, provider, sender } = await openWitness();
afterAll(closeReceivers);
Object.assign(gateway, { sender, modelProviders: [provider("acme")] });
beforeEach(() => {
  witness.asked = [];
  witness.reply = chat("Hello.");
});

const asking = (name: string, parts = "", more = "") => `workflow: ${name}
steps:
  - id: ask
    tool: model.call
    ${more}
    with: { model: acme/large-2, prompt: Say hello., output_tokens_max: 300${parts} }`;
const slug = (words: string) => words.toLowerCase().replaceAll(" ", "-");
const callsOf = (runId: number) => owner`
  SELECT attempt, provider, model, status, finish_reason, input_tokens, cached_tokens, output_tokens, reasoning_tokens
  FROM model_calls WHERE run_id = ${runId} ORDER BY attempt`;
const receiptsOf = (runId: number) => owner`
  SELECT idempotency_key, status, request_metadata, response_metadata FROM step_receipts WHERE run_id = ${runId} ORDER BY id`;
const SCHEMA =
  "schema: { type: object, required: [risk], properties: { risk: { type: string, enum: [low, high] } } }";

describe("a question to a model", () => {
  test("goes once, with the key of its provider, and its answer is the step's result", async () => {
    const run = await runs.follow(asking("once", ", system: Be brief."));
    expect(run.status).toBe("succeeded");
    expect(await outputOf(run.id, "ask")).toEqual({ text: "Hello.", value: null });
    expect(witness.asked).toHaveLength(1);
    const [{ path, headers, body }] = witness.asked as [(typeof witness.asked)[number]];
    expect(path).toBe("/v1/chat/completions");
    expect(headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      "user-agent": "Countersign",
      "idempotency-key": expect.stringMatching(new RegExp(`^countersign-\\d+-${run.id}:ask:1$`)),
    });
    expect(body).toMatchObject({
      model: "large-2",
      max_tokens: 300,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Say hello." },
      ],
    });
    expect(await callsOf(run.id)).toEqual([
      {
        attempt: 1,
        provider: "acme",
        model: "large-2",
        status: "succeeded",
        finish_reason: "stop",
        input_tokens: 1_000,
        cached_tokens: 400,
        output_tokens: 200,
        reasoning_tokens: 50,
      },
    ]);
    expect(await receiptsOf(run.id)).toEqual([
      {
        idempotency_key: `${run.id}:ask:1`,
        status: "succeeded",
        request_metadata: expect.objectContaining({ provider: "acme", model: "large-2" }),
        response_metadata: expect.objectContaining({ http_status: 200, finish_reason: "stop" }),
      },
    ]);
    expect(run.steps[0]).toMatchObject({ tool_name: "model.call", model: "acme/large-2" });
  });

  test("has its receipt before anything leaves", async () => {
    let seen: unknown;
    witness.reply = (asked, response) =>
      void owner`SELECT r.status, c.status AS call FROM step_receipts r JOIN model_calls c USING (tenant_id, step_id)
        ORDER BY r.id DESC LIMIT 1`.then(([row]) => {
        seen = row;
        chat("Hello.")(asked, response);
      });
    expect((await runs.follow(asking("receipt-first"))).status).toBe("succeeded");
    expect(seen).toEqual({ status: "started", call: "started" });
  });

  test("with a schema gives the checked value", async () => {
    witness.reply = chat('{"risk":"low"}');
    const run = await runs.follow(asking("structured", `, ${SCHEMA}`));
    expect(await outputOf(run.id, "ask")).toEqual({ text: '{"risk":"low"}', value: { risk: "low" } });
    expect(witness.asked[0]!.body.response_format).toMatchObject({
      type: "json_schema",
      json_schema: { schema: { required: ["risk"] } },
    });
  });

  test.each<[string, string, string, string, string]>([
    ["does not fit its schema", "answer_misfits", '{"risk":"none"}', "stop", `, ${SCHEMA}`],
    ["is no JSON", "answer_misfits", "Low, I think.", "stop", `, ${SCHEMA}`],
    ["is cut off", "answer_cut_off", "Hello, and", "length", ""],
    ["is cut off within its JSON", "answer_cut_off", '{"risk":', "length", `, ${SCHEMA}`],
    ["is withheld", "answer_withheld", "No.", "content_filter", ""],
    ["is empty", "answer_empty", "", "stop", ""],
  ])(
    "whose answer %s fails for good as %s, and has cost what it cost",
    async (what, code, text, reason, parts) => {
      witness.reply = chat(text, reason);
      const run = await runs.follow(asking(slug(what), parts));
      expect(run.steps[0]).toMatchObject({ status: "failed_terminal", last_error: { code } });
      expect(witness.asked).toHaveLength(1);
      expect(await callsOf(run.id)).toMatchObject([
        { status: "failed", input_tokens: 1_000, output_tokens: 200 },
      ]);
      expect(run.costs).toMatchObject([
        { provider: "acme", model: "large-2", calls: 1, input_tokens: 1_000 },
      ]);
    },
  );

  test.each<[number, string, number | null]>([
    [400, "answered", 0],
    [404, "answered", 0],
    [401, "key_refused", 0],
    [403, "key_refused", 0],
  ])("that is answered %i fails for good as %s", async (status, code, tokens) => {
    witness.reply = json(status, { error: { message: `Wrong: ${KEY} of gpt`, type: "x" } });
    const run = await runs.follow(asking(`answer-${status}`));
    expect(run.steps[0]).toMatchObject({ status: "failed_terminal", last_error: { code } });
    expect(run.steps[0]!.last_error!.message).not.toContain(KEY);
    if (code === "answered") expect(run.steps[0]!.last_error!.message).toContain("Wrong: … of gpt");
    expect(witness.asked).toHaveLength(1);
    expect(await callsOf(run.id)).toMatchObject([{ status: "failed", input_tokens: tokens }]);
  });

  test("that is turned away is asked again when its provider says, which costs nothing", async () => {
    witness.reply = json(429, { error: { message: "slow down" } }, { "retry-after": "120" });
    const run = await runs.follow(asking("away"));
    expect(run.steps[0]).toMatchObject({ status: "failed_retryable", last_error: { code: "turned_away" } });
    const dueInMs = Date.parse(run.steps[0]!.next_eligible_at!) - Date.now();
    expect(dueInMs).toBeGreaterThan(60_000);
    expect(dueInMs).toBeLessThanOrEqual(120_000);
    expect(run.costs).toEqual([]);
    witness.reply = chat("Hello.");
    const ended = await goOn(run.id);
    expect(ended.status).toBe("succeeded");
    expect(await callsOf(run.id)).toMatchObject([
      { attempt: 1, status: "not_sent", input_tokens: 0 },
      { attempt: 2, status: "succeeded" },
    ]);
    expect(ended.costs).toMatchObject([{ calls: 1 }]);
  });

  test.each<[string, typeof witness.reply, string, string]>([
    ["an error of the server", json(500, { error: { message: "oops" } }), "server_error", "failed"],
    ["an end without an answer", (_, response) => void response.socket!.destroy(), "no_answer", "unknown"],
  ])(
    "that meets %s is asked again, and nobody knows what the first one cost",
    async (name, reply, code, status) => {
      witness.reply = reply;
      const run = await runs.follow(asking(slug(name)));
      expect(run.steps[0]).toMatchObject({ status: "failed_retryable", last_error: { code } });
      witness.reply = chat("Hello.");
      const ended = await goOn(run.id);
      expect(ended.status).toBe("succeeded");
      expect(witness.asked).toHaveLength(2);
      expect(await callsOf(run.id)).toMatchObject([
        { attempt: 1, status, input_tokens: null },
        { attempt: 2, status: "succeeded", input_tokens: 1_000 },
      ]);
      expect(ended.costs).toMatchObject([{ calls: 2, unpriced_calls: 2 }]);
    },
  );

  test("that takes longer than the step's time is given up and asked again", async () => {
    let close = () => {};
    const closed = new Promise<void>((resolve) => (close = resolve));
    witness.reply = (_, response) => void response.on("close", close);
    const run = await runs.follow(asking("slow", "", "timeout: 1s"));
    await closed;
    expect(run.steps[0]).toMatchObject({ status: "failed_retryable", last_error: { code: "timeout" } });
    witness.reply = chat("Hello.");
    expect((await goOn(run.id)).status).toBe("succeeded");
  });

  test("is not sent where its address is not open, and that is no cost", async () => {
    Object.assign(gateway, { modelProviders: [{ ...provider("acme"), url: "http://127.0.0.1:1/v1" }] });
    const run = await runs.follow(asking("closed"));
    Object.assign(gateway, { modelProviders: [provider("acme")] });
    expect(run.steps[0]).toMatchObject({ status: "failed_terminal", last_error: { code: "refused" } });
    expect(run.costs).toEqual([]);
  });

  test("is never put to a model that the policy forbids", async () => {
    const text = `${DEFAULT_POLICY_TEXT}
@id("no-large-models")
forbid (principal, action == Countersign::Action::"ask_model", resource) when { resource.name == "large-2" };`;
    const by = await steppedUp(owner, admin, "publish_policy", policyHash(text));
    await publishPolicy(by, { text, note: "why", base_version: 1 }, gateway);
    const run = await runs.follow(asking("denied"));
    expect(run.steps[0]).toMatchObject({
      status: "failed_terminal",
      last_error: { code: "policy_denied", message: expect.stringContaining("no large models") },
    });
    expect(witness.asked).toEqual([]);
    expect(await callsOf(run.id)).toEqual([]);
    const back = await steppedUp(owner, admin, "publish_policy", policyHash(DEFAULT_POLICY_TEXT));
    await publishPolicy(back, { text: DEFAULT_POLICY_TEXT, note: "why", base_version: 2 }, gateway);
  });

  test("leaves its provider's key nowhere", async () => {
    const [kept] = await owner`
      SELECT (SELECT string_agg(to_jsonb(s)::text, '') FROM steps s)
        || (SELECT string_agg(to_jsonb(r)::text, '') FROM step_receipts r)
        || (SELECT string_agg(to_jsonb(c)::text, '') FROM model_calls c)
        || (SELECT string_agg(body_text, '') FROM events) AS text`;
    expect(kept!.text).toContain("large-2");
    expect(kept!.text).not.toContain(KEY);
  });
});

async function goOn(runId: number) {
  await runs.letTimeCome(runId);
  await workOff();
  await workOff();
  return look(runId);
}

describe("a worker that goes away", () => {
  /** Its lease is lost while the provider works on the answer; `between` happens before the answer comes. */
  async function die(name: string, between: () => Promise<unknown> = async () => {}) {
    await publish(asking(name));
    const { id } = await start(name);
    const [leased] = await leaseSteps(gateway.database, { owner: "dies", count: 1, seconds: 30 });
    witness.reply = (asked, response) =>
      void owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE run_id = ${id} AND status = 'running'`
        .then(() => rescueSteps(gateway.database, [0], 10))
        .then(between)
        .then(() => chat("Hello.")(asked, response));
    expect(await runStep(leased!, { owner: "dies", gateway })).toBeNull();
    return id;
  }
  test("and writes the answer down all the same has it taken by the next attempt: it is paid for once", async () => {
    const id = await die("dies-late");
    witness.reply = chat("Again.");
    await workOff();
    expect(stepsOf(await look(id))).toEqual(["ask:succeeded"]);
    expect(await outputOf(id, "ask")).toEqual({ text: "Hello.", value: null });
    expect(witness.asked).toHaveLength(1);
    expect(await callsOf(id)).toMatchObject([{ attempt: 1, status: "succeeded" }]);
  });
  test("before it writes anything down is asked again: a row each, the first without costs", async () => {
    const id = await die("dies-early");
    // As if its process had ended before the answer.
    await runs.world.superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE step_receipts SET status = 'started', completed_at = NULL, result_json = NULL WHERE run_id = ${id}`;
      await tx`UPDATE model_calls SET status = 'started', ended_at = NULL, input_tokens = NULL, cached_tokens = NULL,
        output_tokens = NULL, reasoning_tokens = NULL WHERE run_id = ${id}`;
    });
    witness.reply = chat("Again.");
    await workOff();
    expect(await outputOf(id, "ask")).toEqual({ text: "Again.", value: null });
    expect(witness.asked).toHaveLength(2);
    expect(new Set(witness.asked.map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
    expect(await callsOf(id)).toMatchObject([
      { attempt: 1, status: "started", input_tokens: null },
      { attempt: 2, status: "succeeded", input_tokens: 1_000 },
    ]);
    expect((await look(id)).costs).toMatchObject([{ calls: 2, unpriced_calls: 2 }]);
  });
  test("and is overtaken by the next attempt has cost as much as that one: both are in the sum", async () => {
    const id = await die("overtaken", async () => {
      witness.reply = chat("Second.");
      await workOff();
    });
    expect(await outputOf(id, "ask")).toEqual({ text: "Second.", value: null });
    expect(await callsOf(id)).toMatchObject([
      { attempt: 1, status: "succeeded" },
      { attempt: 2, status: "succeeded" },
    ]);
    expect((await look(id)).costs).toMatchObject([{ calls: 2, input_tokens: 2 * USAGE.prompt_tokens }]);
    // The run had ended with the receipts that the ledger compares.
    expect(await receiptsOf(id)).toMatchObject([{ status: "started" }, { status: "succeeded" }]);
    expect((await verifyLedger(admin, { mode: "full" }, gateway)).faults).toEqual([]);
  });
});

test("where its provider is not set up a version is not stored, an older one not published, and a run fails at once", async () => {
  const version = await publish(asking("no-provider"));
  const { id } = await start("no-provider");
  Object.assign(gateway, { modelProviders: [] });
  onTestFinished(() => void Object.assign(gateway, { modelProviders: [provider("acme")] }));
  await expectRefusal(storeVersion(admin, { source: asking("not-kept") }, gateway), "validation_failed");
  const checked = await validateWorkflow(admin, asking("not-kept"), gateway);
  expect(checked).toMatchObject({ ok: false, errors: [{ line: 6, code: "unknown_provider" }] });
  const by = await steppedUp(owner, admin, "publish_workflow", version.hash);
  const { id: workflowId, version_id } = version;
  await withdrawWorkflow(admin, { id: workflowId, note: "why", base_publication: 1 }, gateway);
  await expectRefusal(
    publishWorkflow(by, { id: workflowId, version_id, note: "why", base_publication: 2 }, gateway),
    "validation_failed",
  );
  await workOff();
  expect((await look(id)).steps[0]).toMatchObject({
    status: "failed_terminal",
    attempt: 1,
    last_error: {
      code: "unknown_provider",
      message: expect.stringContaining("the operator sets MODEL_OPENAI_KEY"),
    },
  });
  expect(witness.asked).toEqual([]);
});

test("a run that goes on from a former one pays for no answer again", async () => {
  const source = `${asking("partly")}
  - { id: fails, tool: http.request, with: { method: GET, url: "http://127.0.0.1:1/" } }
limits: { writes: 1 }`;
  const first = await runs.follow(source);
  expect(stepsOf(first)).toEqual(["ask:succeeded", "fails:failed_terminal"]);
  const again = await rerun(runs.approver, first.id, gateway);
  await workOff();
  expect(stepsOf(await look(again.id))).toEqual(["ask:succeeded", "fails:failed_terminal"]);
  expect(witness.asked).toHaveLength(1);
  expect((await look(again.id)).costs).toEqual([]);
});

test("the costs of a run are nobody's but its tenant's", async () => {
  const run = await runs.follow(asking("mine"));
  const [other] = await owner`INSERT INTO tenants (slug, name) VALUES ('of-others', 'Others') RETURNING id`;
  const seenBy = (tenantId: number, as = tenantId) =>
    inTenant(gateway.database, as, (tx) => sumModelCosts(tx, tenantId, run.id));
  expect(await seenBy(admin.tenantId)).toHaveLength(1);
  expect(await seenBy(other!.id as number)).toEqual([]);
  expect(await seenBy(admin.tenantId, other!.id as number)).toEqual([]);
});
