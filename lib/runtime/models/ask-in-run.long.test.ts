import { describe, expect, onTestFinished, test } from "vitest";
import { publishPolicy } from "@/lib/gateway/rules/publish-policy";
import { refusalOf } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { validateWorkflow } from "@/lib/runtime/versions/validate-workflow";
import { KEY, chat, json } from "@/lib/runtime/testing/model-witness";
import { refuseResults } from "@/lib/runtime/testing/refuse-results";
import { asking, useModelRuns } from "@/lib/runtime/testing/use-model-runs";
import { publishWorkflow, withdrawWorkflow } from "@/lib/runtime/versions/publish-version";

const runs = await useModelRuns();
const { owner, gateway, admin, witness, provider, callsOf, receiptsOf } = runs;
const { publish, start, workOff, look, outputOf } = runs;

const slug = (words: string) => words.toLowerCase().replaceAll(" ", "-");
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
      "idempotency-key": expect.stringMatching(new RegExp(`^countersign-\\d+-\\d{16}-${run.id}:ask:1$`)),
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
    ["holds NUL", "answer_unreadable", "a\u0000b", "stop", ""],
    [
      "holds a number beyond all",
      "answer_unreadable",
      '{"a":1e999}',
      "stop",
      ", schema: { type: object, properties: { a: {} } }",
    ],
    ["holds half a character", "answer_unreadable", '{"a":"\\ud83d"}', "stop", ", schema: { type: object }"],
    [
      "has levels without an end",
      "answer_unreadable",
      `{"a":${"[".repeat(500)}${"]".repeat(500)}}`,
      "stop",
      ", schema: { type: object }",
    ],
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

  test("whose answer the database refuses for a reason that nobody foresaw fails for good, and has cost what it cost", async () => {
    await refuseResults(runs.owner, "refuse me");
    witness.reply = chat("refuse me");
    const run = await runs.follow(asking("unforeseen"));
    expect(run.steps[0]).toMatchObject({
      status: "failed_terminal",
      last_error: { code: "answer_not_kept" },
    });
    expect(witness.asked).toHaveLength(1);
    expect(await callsOf(run.id)).toMatchObject([{ status: "failed", input_tokens: 1_000 }]);
  });

  test("whose answer would take minutes to check against its schema fails for good after a moment", async () => {
    witness.reply = chat(`{"sku":"${"A".repeat(60)}!"}`);
    const pattern =
      'schema: { type: object, properties: { sku: { type: string, pattern: "^([A-Z0-9]+-?)+$" } } }';
    const run = await runs.follow(asking("slow-check", `, ${pattern}`));
    expect(run.steps[0]).toMatchObject({
      status: "failed_terminal",
      last_error: {
        code: "answer_misfits",
        message: "Its answer cannot be checked against the schema: it takes longer than 500 ms.",
      },
    });
    expect(witness.asked).toHaveLength(1);
  });

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

test("where its provider is not set up a text is warned of and not published, and a run fails at once", async () => {
  const version = await publish(asking("no-provider"));
  const { id } = await start("no-provider");
  Object.assign(gateway, { modelProviders: [] });
  onTestFinished(() => void Object.assign(gateway, { modelProviders: [provider("acme")] }));
  const checked = await validateWorkflow(admin, asking("no-provider"), gateway);
  expect(checked).toMatchObject({ ok: true, warnings: [{ line: 6, code: "unknown_provider" }] });
  const by = await steppedUp(owner, admin, "publish_workflow", version.hash);
  const { id: workflowId, version_id } = version;
  await withdrawWorkflow(admin, { id: workflowId, note: "why", base_publication: 1 }, gateway);
  expect(
    await refusalOf(
      publishWorkflow(by, { id: workflowId, version_id, note: "why", base_publication: 2 }, gateway),
    ),
  ).toMatchObject({ code: "validation_failed", issues: [{ path: expect.stringMatching(/^source:6:/) }] });
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

test("a question whose schema refers to itself without an end, as an expression gives it, is not put", async () => {
  await publish(
    asking("endless", `, schema: "\${{ inputs.schema }}"`).replace(
      "steps:",
      "inputs: { type: object, properties: { schema: { type: object } } }\nsteps:",
    ),
  );
  const run = await start("endless", { inputs: { schema: { type: "object", allOf: [{ $ref: "#" }] } } });
  await workOff();
  expect((await look(run.id)).steps[0]!.last_error?.code).toBe("not_asked");
  expect(witness.asked).toEqual([]);
});
