import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { closeReceivers } from "@/lib/outbound/testing/receiver";
import { KEY, json, openWitness } from "@/lib/runtime/testing/model-witness";
import { askModel } from "./ask-model";
import type { ModelInput } from "./model-input";

const { witness, provider, sender } = await openWitness();
afterAll(closeReceivers);
beforeEach(() => {
  witness.asked = [];
});

const ask = (kind: "openai" | "anthropic", more: Partial<ModelInput> = {}) =>
  askModel({
    provider: provider(kind, kind),
    model: "large-2",
    input: { model: `${kind}/large-2`, prompt: "Say hello.", output_tokens_max: 300, ...more },
    sender,
    idempotencyKey: "countersign-1-1:ask:1",
    attemptId: "step 1 attempt 1",
    signal: new AbortController().signal,
  });

const response = (text: string) =>
  json(200, {
    id: "resp_1",
    object: "response",
    created_at: 1_790_000_000,
    model: "large-2",
    status: "completed",
    output: [
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        content: [{ type: "output_text", text, annotations: [] }],
      },
    ],
    usage: {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 40 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 5 },
    },
  });

test("OpenAI is asked by its responses, keeps none of them, and counts what is cached and reasoned", async () => {
  witness.reply = response("Hello.");
  expect(await ask("openai", { system: "Be brief." })).toMatchObject({
    status: "succeeded",
    tokens: { input: 100, cached: 40, output: 20, reasoning: 5 },
    finishReason: "stop",
    result: { kind: "done", output: { text: "Hello.", value: null } },
  });
  expect(witness.asked).toMatchObject([
    {
      path: "/v1/responses",
      headers: { authorization: `Bearer ${KEY}`, "user-agent": "Countersign" },
      body: { model: "large-2", store: false, max_output_tokens: 300 },
    },
  ]);
});

const message = (text: string, stopReason = "end_turn") =>
  json(200, {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "large-2",
    content: [{ type: "text", text }],
    stop_reason: stopReason,
    stop_sequence: null,
    usage: {
      input_tokens: 60,
      cache_read_input_tokens: 40,
      cache_creation_input_tokens: 0,
      output_tokens: 20,
    },
  });

test("Anthropic is asked by its messages, and what it read from its cache is part of the input", async () => {
  witness.reply = message("Hello.");
  expect(await ask("anthropic")).toMatchObject({
    status: "succeeded",
    tokens: { input: 100, cached: 40, output: 20, reasoning: 0 },
    result: { kind: "done", output: { text: "Hello.", value: null } },
  });
  expect(witness.asked).toMatchObject([
    {
      path: "/v1/messages",
      headers: { "x-api-key": KEY, "anthropic-version": expect.any(String) },
      body: { model: "large-2", max_tokens: 300 },
    },
  ]);
  witness.reply = message("Hello, and", "max_tokens");
  expect(await ask("anthropic")).toMatchObject({ result: { error: { code: "answer_cut_off" } } });
  witness.reply = json(529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } });
  expect(await ask("anthropic")).toMatchObject({
    status: "not_sent",
    result: { isRetryable: true, error: { code: "turned_away" } },
  });
});

test("addresses of the packages' own environment variables change nothing", async () => {
  vi.stubEnv("OPENAI_BASE_URL", "https://elsewhere.example/v1");
  vi.stubEnv("ANTHROPIC_BASE_URL", "https://elsewhere.example/v1");
  witness.reply = response("Hello.");
  expect(await ask("openai")).toMatchObject({ status: "succeeded" });
  witness.reply = message("Hello.");
  expect(await ask("anthropic")).toMatchObject({ status: "succeeded" });
  vi.unstubAllEnvs();
});

test.each([
  [
    "with a body longer than a million bytes",
    json(200, { text: "x".repeat(1_000_001) }),
    "answer_unreadable",
  ],
  [
    "that is no JSON",
    (_: unknown, out: { end(text: string): void }) => out.end("<html>"),
    "answer_unreadable",
  ],
  ["that leads elsewhere", json(302, {}, { location: "https://elsewhere.example/" }), "answered"],
])("an answer %s is no answer, and is not asked for again", async (_, reply, code) => {
  witness.reply = reply as typeof witness.reply;
  expect(await ask("openai")).toMatchObject({
    result: { kind: "failed", isRetryable: false, error: { code } },
  });
  expect(witness.asked).toHaveLength(1);
});
