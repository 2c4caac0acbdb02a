import type { Sender } from "@/lib/outbound";
import { type SlackResult, resultOf } from "./call-result";

/** Calls of Slack's Web API: one attempt each, without a retry. Whoever sends keeps what is due and tries again. */

export interface SlackApi {
  /** @param token Of the installation; it goes into a header alone. */
  call(method: SlackMethod, token: string, body: object, options?: CallOptions): Promise<SlackResult>;
  /** A code or a refresh token for tokens. */
  exchange(client: SlackClient, body: Readonly<Record<string, string>>): Promise<SlackResult>;
  /** A private answer to a press, by the address that came with it. */
  answerPrivately(responseUrl: string, text: string): Promise<SlackResult>;
}

export type SlackMethod =
  "auth.test" | "chat.postMessage" | "chat.update" | "conversations.open" | "users.info" | "views.open";

/** Our app at Slack. */
export interface SlackClient {
  clientId: string;
  clientSecret: string;
}

export interface CallOptions {
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface SlackApiOptions {
  sender: Sender;
  /** `https://slack.com/api/`, ends in a slash. */
  apiUrl: string;
}

/** Less than the two seconds that a message may take to reach Slack. */
export const SLACK_TIMEOUT_MS = 1_900;
const ANSWER_BYTES_MAX = 1_000_000;
const RESPONSE_HOST = "https://hooks.slack.com/";

export function createSlackApi({ sender, apiUrl }: SlackApiOptions): SlackApi {
  const post = async (
    request: { url: string; headers: Record<string, string>; body: string } & CallOptions,
  ) =>
    resultOf(
      await sender.send({
        method: "POST",
        answerBytesMax: ANSWER_BYTES_MAX,
        ...request,
        timeoutMs: request.timeoutMs ?? SLACK_TIMEOUT_MS,
      }),
    );
  return {
    call: (method, token, body, options = {}) =>
      post({
        url: apiUrl + method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json; charset=utf-8" },
        body: JSON.stringify(body),
        ...options,
      }),
    exchange: ({ clientId, clientSecret }, body) =>
      post({
        url: `${apiUrl}oauth.v2.access`,
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams(body).toString(),
      }),
    async answerPrivately(responseUrl, text) {
      if (!isOfSlack(responseUrl, apiUrl)) return { kind: "refused", code: "foreign_response_url" };
      return post({
        url: responseUrl,
        headers: { "content-type": "application/json; charset=utf-8" },
        body: JSON.stringify({ response_type: "ephemeral", replace_original: false, text }),
      });
    },
  };
}

/** Slack signed the address, and yet it leads nowhere but to Slack, or to the double that stands in its place. */
function isOfSlack(responseUrl: string, apiUrl: string): boolean {
  if (responseUrl.startsWith(RESPONSE_HOST)) return true;
  return new URL(apiUrl).hostname !== "slack.com" && responseUrl.startsWith(`${new URL(apiUrl).origin}/`);
}
