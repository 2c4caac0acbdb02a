/** This room asks language models of the providers that the operator set up, by requests of lib/outbound alone. */

import type { LanguageModel } from "ai";
import { assertNever } from "@/lib/core/errors";
import type { ModelProvider } from "@/lib/core/run/model-providers";

// The package's own warnings would go to the console, past the log.
(globalThis as { AI_SDK_LOG_WARNINGS?: false }).AI_SDK_LOG_WARNINGS = false;

/**
 * A model by its provider's protocol. Addresses and keys are always given: the packages would else take those of environment
 * variables of their own. They are loaded with the first question.
 */
export async function languageModelOf(
  { kind, name, url: baseURL, key }: ModelProvider,
  model: string,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const apiKey = key ?? "";
  switch (kind) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ baseURL, apiKey, fetch }).responses(model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ baseURL, apiKey, fetch })(model);
    }
    case "compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        name,
        baseURL,
        fetch,
        supportsStructuredOutputs: true,
        ...(key === null ? {} : { apiKey: key }),
      }).chatModel(model);
    }
    default:
      return assertNever(kind);
  }
}
