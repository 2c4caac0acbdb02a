import type { Installations, SlackAppSettings } from "./installations";
import { contentOf, postEphemeral, postMessage, update } from "./methods/chat";
import { type Arguments, type Method, type SlackState, TooMany } from "./methods/method";
import { exchangeTokens } from "./methods/oauth";
import { openConversation, openView, testAuth, userInfo } from "./methods/others";
import { Refusal } from "./refusal";

/** The Web API as a function of one request. Errors come with status 200, except for too many requests. */

const METHODS: Readonly<Record<string, Method>> = {
  "auth.test": testAuth,
  "chat.postMessage": postMessage,
  "chat.update": update,
  "chat.postEphemeral": postEphemeral,
  "conversations.open": openConversation,
  "users.info": userInfo,
  "views.open": openView,
};

export interface ApiRequest {
  method: string;
  contentType: string;
  authorization: string | undefined;
  body: string;
}

export interface ApiAnswer {
  status: number;
  headers?: Record<string, string>;
  body: Record<string, unknown>;
}

export function answerCall(state: SlackState, app: SlackAppSettings, request: ApiRequest): ApiAnswer {
  return answered(() => {
    const args = argumentsOf(request);
    if (request.method === "oauth.v2.access")
      return exchangeTokens(state, args, clientOf(request, args), app.id);
    const method = METHODS[request.method];
    if (!method) throw new Refusal("unknown_method");
    const installation = installationOf(state.installations, request, args, method.scope);
    return method.run({ state, installation, args });
  });
}

/** A private answer to a press, or a change of the message on which it was pressed. */
export function answerByUrl(state: SlackState, id: string, body: string): ApiAnswer {
  const answer = answered(() => {
    const args = parseJson(body);
    // A body that deletes has nothing to show.
    const content = args.delete_original === true ? { text: "", blocks: [] } : contentOf(args);
    const url = state.posts.useResponseUrl(id);
    const message = url.ts === null ? undefined : state.posts.find(url.teamId, url.channelId, url.ts);
    const { teamId, channelId, userId } = url;
    const replaces = args.replace_original === true;
    if (!replaces || !message) state.posts.notes.push({ ...content, teamId, channelId, userId, replaces });
    else {
      message.before.push({ text: message.text, blocks: message.blocks });
      Object.assign(message, content);
    }
    return {};
  });
  return answer.body.ok === true
    ? answer
    : { ...answer, status: answer.status === 200 ? 404 : answer.status };
}

function answered(run: () => Record<string, unknown>): ApiAnswer {
  try {
    return { status: 200, body: { ok: true, ...run() } };
  } catch (error) {
    if (error instanceof TooMany)
      return {
        status: 429,
        headers: { "retry-after": String(error.retryAfterSeconds) },
        body: { ok: false, error: "ratelimited" },
      };
    if (!(error instanceof Refusal)) throw error;
    const { code, messages, members } = error;
    const detail = messages.length > 0 ? { errors: messages, response_metadata: { messages } } : {};
    return { status: 200, body: { ok: false, error: code, ...members, ...detail } };
  }
}

function argumentsOf({ contentType, body }: ApiRequest): Arguments {
  if (contentType.startsWith("application/json")) return parseJson(body);
  if (contentType.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(body));
  throw new Refusal("invalid_post_type");
}

function parseJson(body: string): Arguments {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new Refusal("invalid_json");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refusal("json_not_object");
  return value as Arguments;
}

function installationOf(
  installations: Installations,
  request: ApiRequest,
  args: Arguments,
  scope: string | null,
) {
  const bearer = /^Bearer (\S+)$/.exec(request.authorization ?? "")?.[1];
  // A token in a JSON body is not read.
  const inForm = request.contentType.startsWith("application/x-www-form-urlencoded") ? args.token : undefined;
  return installations.installationOf(bearer ?? (typeof inForm === "string" ? inForm : null), scope);
}

/** By HTTP Basic, as Slack advises, or in the form. */
function clientOf({ authorization }: ApiRequest, args: Arguments) {
  const basic = /^Basic (\S+)$/.exec(authorization ?? "")?.[1];
  if (basic) {
    const [id, secret] = Buffer.from(basic, "base64").toString("utf8").split(":");
    return { id, secret };
  }
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return { id: text(args.client_id), secret: text(args.client_secret) };
}
