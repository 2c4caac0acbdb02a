import {
  APICallError,
  NoObjectGeneratedError,
  type LanguageModelUsage,
  Output,
  generateText,
  jsonSchema,
} from "ai";
import { NO_TOKENS, type TokenCounts, tokensFrom } from "@/lib/core/run/model-call";
import type { ModelProvider } from "@/lib/core/run/model-providers";
import type { StepReceiptStatus } from "@/lib/core/run/run";
import type { SendResult, Sender } from "@/lib/outbound";
import { whyNotStorable } from "@/lib/core/values/storable";
import { readRetryAfter } from "@/lib/core/values/retry-after";
import { type ToolResult, done, failed, tryAgain } from "@/lib/runtime/tools/tool";
import type { Json } from "@/lib/runtime/values/evaluate";
import { TimeLimitError, withinTimeLimit } from "@/lib/limits/time-limit";
import { guardedFetch } from "@/lib/models/guarded-fetch";
import { languageModelOf } from "@/lib/models/language-model";
import { type ModelInput, answerSchemaOf } from "./model-input";

/** One question to a model and what became of it: sent once, never repeated in here, and never an exception. */

/** A little less than a step's own time, which is five minutes unless its text says otherwise. */
const TIMEOUT_MS = 290_000;
const ANSWER_BYTES_MAX = 1_000_000;
const REASON_CHARACTERS_MAX = 300;

export interface ModelAnswer {
  /** The status of the receipt. `not_sent`: it certainly never arrived, or was refused unread. */
  status: Exclude<StepReceiptStatus, "started">;
  /** Null: nobody said, and it may have cost something. */
  tokens: TokenCounts | null;
  /** In the SDK's words, such as `stop` and `length`. */
  finishReason: string | null;
  /** Null: no answer came. */
  httpStatus: number | null;
  ms: number;
  result: ToolResult;
}

export interface Question {
  provider: ModelProvider;
  model: string;
  input: ModelInput;
  sender: Sender;
  idempotencyKey: string;
  attemptId: string;
  signal: AbortSignal;
}

export async function askModel(question: Question): Promise<ModelAnswer> {
  let sent: SendResult | null = null;
  const fetch = guardedFetch({
    sender: question.sender,
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
    idempotencyKey: question.idempotencyKey,
    attemptId: question.attemptId,
    onResult: (result) => (sent = result),
  });
  const ended = await generate(question, fetch).catch((error: unknown) => ({ error }));
  return answerOf(question, sent, ended);
}

type Ended = Generated | { error: unknown };
interface Generated {
  text: string;
  value: Json;
  finishReason: string;
  usage: LanguageModelUsage;
}

async function generate(
  { provider, model, input, signal }: Question,
  fetch: typeof globalThis.fetch,
): Promise<Generated> {
  const { prompt, system, schema, output_tokens_max: maxOutputTokens } = input;
  const result = await generateText({
    model: await languageModelOf(provider, model, fetch),
    prompt,
    maxOutputTokens,
    // A step is tried again by the rules of steps.
    maxRetries: 0,
    abortSignal: signal,
    ...(system === undefined ? {} : { system }),
    ...(schema === undefined ? {} : { output: checkedOutput(schema) }),
    // OpenAI would keep the answer for thirty days.
    providerOptions: { openai: { store: false } },
  });
  const { text, finishReason, totalUsage: usage } = result;
  const value = schema === undefined || finishReason !== "stop" ? null : (result.output as Json);
  return { text, value, finishReason, usage };
}

/** The provider is told the schema; the answer is checked here all the same. */
function checkedOutput(schema: NonNullable<ModelInput["schema"]>) {
  const parsed = answerSchemaOf(schema);
  return Output.object({
    schema: jsonSchema<Json>(schema as Parameters<typeof jsonSchema>[0], {
      validate: (value) => {
        try {
          const { success, data, error } = withinTimeLimit(() => parsed.safeParse(value));
          return success ? { success, value: data as Json } : { success, error };
        } catch (error) {
          return { success: false, error: error as Error };
        }
      },
    }),
  });
}

function answerOf(question: Question, sent: SendResult | null, ended: Ended): ModelAnswer {
  const about = {
    tokens: NO_TOKENS,
    finishReason: null,
    httpStatus: null,
    ms: sent !== null && sent.kind !== "refused" ? sent.ms : 0,
  };
  switch (sent?.kind) {
    case undefined:
      return {
        ...about,
        status: "not_sent",
        result: failed("not_asked", `It could not be asked${because(question, ended)}.`),
      };
    case "refused": {
      const rule = sent.rule.replaceAll("_", " ");
      return {
        ...about,
        status: "not_sent",
        result: failed("refused", `This request is not allowed: ${rule}.`),
      };
    }
    case "not_sent":
      return {
        ...about,
        status: "not_sent",
        result: tryAgain("not_reached", `${question.provider.name} could not be reached (${sent.stage}).`),
      };
    case "unknown":
      return {
        ...about,
        tokens: null,
        status: "unknown",
        result: tryAgain("no_answer", `No whole answer came (${sent.reason}).`),
      };
    case "answered": {
      const answered = { ...about, httpStatus: sent.status };
      return sent.status >= 200 && sent.status < 300 && sent.bodyState === "whole"
        ? { ...answered, ...readAnswer(question, ended) }
        : { ...answered, ...refusalOf(question, sent, ended) };
    }
  }
}

type Read = Pick<ModelAnswer, "status" | "tokens" | "finishReason" | "result">;

/** An answer with a status of success: a text, or nothing that fits. */
function readAnswer({ input }: Question, ended: Ended): Read {
  const misfit = "error" in ended && NoObjectGeneratedError.isInstance(ended.error) ? ended.error : null;
  const usage = misfit ? misfit.usage : "error" in ended ? undefined : ended.usage;
  const finishReason = (misfit ? misfit.finishReason : "error" in ended ? null : ended.finishReason) ?? null;
  const read = { tokens: usage ? tokensOf(usage) : null, finishReason };
  const refuse = (code: string, message: string): Read => ({
    ...read,
    status: "failed",
    result: failed(code, message),
  });
  if (finishReason === "length")
    return refuse(
      "answer_cut_off",
      `Its answer reached the ${input.output_tokens_max} tokens of output_tokens_max.`,
    );
  if (finishReason === "content-filter")
    return refuse("answer_withheld", "Its provider withheld the answer.");
  const slow = misfit && timeLimitOf(misfit);
  if (slow)
    return refuse("answer_misfits", `Its answer cannot be checked against the schema: ${slow.message}.`);
  if (misfit) return refuse("answer_misfits", "Its answer does not fit the schema.");
  if ("error" in ended) return refuse("answer_unreadable", "Its answer could not be read.");
  if (ended.text === "") return refuse("answer_empty", "Its answer is empty.");
  const answer = { text: ended.text, value: ended.value };
  const why = whyNotStorable(answer);
  if (why) return refuse("answer_unreadable", `Its answer ${why}.`);
  return { ...read, status: "succeeded", result: done(answer) };
}

/** The error of the check that was interrupted, which the package wraps. Null: it was not. */
function timeLimitOf(error: unknown): TimeLimitError | null {
  if (!(error instanceof Error)) return null;
  return error instanceof TimeLimitError ? error : timeLimitOf(error.cause);
}

function refusalOf(question: Question, sent: Extract<SendResult, { kind: "answered" }>, ended: Ended): Read {
  const { status, headers, bodyState } = sent;
  const message = `${question.provider.name} answered ${status}`;
  const end = (tokens: TokenCounts | null, outcome: Read["status"], result: ToolResult): Read => ({
    tokens,
    finishReason: null,
    status: outcome,
    result,
  });
  if (status >= 200 && status < 300) {
    const why = bodyState === "truncated" ? "is too long" : "is encoded";
    return end(null, "failed", failed("answer_unreadable", `${message}, and its body ${why}.`));
  }
  // 529 is Anthropic's word for overloaded.
  if (status === 429 || status === 503 || status === 529)
    return end(
      NO_TOKENS,
      "not_sent",
      tryAgain("turned_away", `${message}.`, (readRetryAfter(headers["retry-after"]) ?? 0) * 1_000),
    );
  if (status >= 500 || status === 408) return end(null, "failed", tryAgain("server_error", `${message}.`));
  // Such an answer may quote the key.
  if (status === 401 || status === 403)
    return end(NO_TOKENS, "failed", failed("key_refused", `${message}: the operator looks at its key.`));
  return end(NO_TOKENS, "failed", failed("answered", `${message}${because(question, ended)}.`));
}

/** The provider's own words, which are no more than a text of somebody else. */
function because({ provider: { key } }: Question, ended: Ended): string {
  if (!("error" in ended) || !APICallError.isInstance(ended.error)) return "";
  const words = key === null ? ended.error.message : ended.error.message.replaceAll(key, "…");
  return words === "" ? "" : `: ${words.slice(0, REASON_CHARACTERS_MAX).replace(/\.$/, "")}`;
}

const tokensOf = ({ inputTokens, outputTokens, inputTokenDetails, outputTokenDetails }: LanguageModelUsage) =>
  tokensFrom({
    inputTokens,
    outputTokens,
    cachedTokens: inputTokenDetails?.cacheReadTokens,
    reasoningTokens: outputTokenDetails?.reasoningTokens,
  });
