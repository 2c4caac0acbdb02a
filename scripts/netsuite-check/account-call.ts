import { z } from "zod";
import type { Clock } from "@/lib/clock";
import { classifyReadResponse } from "@/lib/core/push/classify-response";
import type { TransportOutcome } from "@/lib/core/push/verdict";
import { createSigner } from "@/lib/destinations/netsuite/credentials";
import { createHttpTransport } from "@/lib/destinations/netsuite/http-transport";
import { restletUrl } from "@/lib/destinations/netsuite/restlet-client";
import { SigningFailure } from "@/lib/destinations/netsuite/signer";
import { type CheckConfiguration, valueOrMessage } from "./configuration";

/** Asks the RESTlet as the product does, and shows the answer itself beside its meaning. */
export interface AccountCall {
  url: string;
  /** Once, and once more after a 401, as the product does. */
  ask<Body>(
    request: Record<string, unknown>,
    schema: z.ZodType<Body>,
    timeoutMs?: number,
  ): Promise<Answer<Body>>;
  /** Without any signature: tells whether somebody is there and what time it is for them. */
  knock(): Promise<{ outcome: TransportOutcome; clockOffsetMs: number | null }>;
  close(): void;
}

export type Answer<Body> =
  | { kind: "answered"; body: Body }
  /** `code` is NetSuite's, our RESTlet's or the transport's; `status` null where no answer came. */
  | { kind: "failed"; code: string; status: number | null; message: string | null }
  | { kind: "unsigned"; failure: SigningFailure };

const RESPONSE_BYTES_MAX = 8_000_000;
export const PARALLEL_MAX = 25;

export function createAccountCall(configuration: CheckConfiguration, clock: Clock): AccountCall {
  const { account, baseUrl, credentials, timeoutMs } = configuration;
  const url = restletUrl(account, baseUrl);
  const signer = createSigner({ account, baseUrl, credentials, clock });
  const transport = createHttpTransport(PARALLEL_MAX);

  const post = (body: string, headers: Record<string, string>, limitMs = timeoutMs) =>
    transport.post({
      url,
      headers: { "content-type": "application/json", accept: "application/json", ...headers },
      body,
      timeoutMs: limitMs,
      responseBytesMax: RESPONSE_BYTES_MAX,
    });

  const attempt = async (body: string, limitMs?: number): Promise<TransportOutcome> => {
    const authorization = await signer.authorize({ method: "POST", url });
    const outcome = await post(body, { authorization }, limitMs);
    if (outcome.kind === "response" && outcome.status === 401) signer.refused?.(authorization);
    return outcome;
  };

  return {
    url,
    async ask(request, schema, limitMs) {
      const body = JSON.stringify({ v: 1, ...request });
      try {
        const first = await attempt(body, limitMs);
        const isRefused = first.kind === "response" && first.status === 401;
        return readAnswer(isRefused ? await attempt(body, limitMs) : first, schema);
      } catch (error) {
        if (error instanceof SigningFailure) return { kind: "unsigned", failure: error };
        throw error;
      }
    },
    async knock() {
      const before = clock.now().getTime();
      const outcome = await post("{}", {});
      const middle = (before + clock.now().getTime()) / 2;
      const date = outcome.kind === "response" ? Date.parse(outcome.headers.date ?? "") : Number.NaN;
      return { outcome, clockOffsetMs: Number.isNaN(date) ? null : date - middle };
    },
    close() {
      signer.close?.();
      transport.close();
    },
  };
}

function readAnswer<Body>(outcome: TransportOutcome, schema: z.ZodType<Body>): Answer<Body> {
  if (outcome.kind === "response" && outcome.status === 200) {
    const parsed = schema.safeParse(valueOrMessage((): unknown => JSON.parse(outcome.bodyText)));
    if (parsed.success) return { kind: "answered", body: parsed.data };
  }
  const { code, details } = classifyReadResponse(outcome);
  const status = outcome.kind === "response" ? outcome.status : null;
  return { kind: "failed", code, status, message: details.message };
}
