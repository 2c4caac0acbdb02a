import type { IncomingMessage } from "node:http";
import type { AccountSettings } from "../account/account-settings";
import { type RequestPlan, joinHooks } from "../faults/plan";
import { makePlan } from "../faults/make-plan";
import type { FaultRegistry } from "../faults/registry";
import type { RestletHost } from "../restlet-host";
import { type Run, type RunHooks, GOVERNANCE_UNITS } from "../run";
import type { SavedSearches } from "../search/saved-search";
import type { RecordStore } from "../store/record-store";
import type { AccessTokens } from "./access-tokens";
import {
  type Answer,
  concurrencyAnswer,
  deathAnswer,
  errorAnswer,
  jsonAnswer,
  loginRefusedAnswer,
  unhandledErrorAnswer,
} from "./answers";
import type { OAuthCheck } from "./oauth-check";
import { parseObject, readBody } from "./read-body";

export const RESTLET_PATHNAME = "/app/site/hosting/restlet.nl";

export interface RestletEndpointOptions {
  account: string;
  oauth: OAuthCheck;
  tokens: AccessTokens;
  host: RestletHost;
  store: RecordStore;
  searches: SavedSearches;
  faults: FaultRegistry;
  settings: AccountSettings;
  maxConcurrency: number;
  /** Resolves once the account has "worked" for that long; tests pass barriers. */
  wait: (ms: number) => Promise<void>;
  latencyMs: number;
}

/** Answers one call of the RESTlet, or "drop" when the connection is to end without one. */
export function createRestletEndpoint(options: RestletEndpointOptions) {
  let inFlight = 0;
  /** By action key: of probes that a fault had answered already. */
  const answered = new Map<string, Answer | "drop">();
  return async (request: IncomingMessage, url: URL): Promise<Answer | "drop"> => {
    const refused = refuse(options, request, url);
    if (refused) return refused;
    if (inFlight >= options.maxConcurrency) return concurrencyAnswer();
    inFlight += 1;
    try {
      const body = parseObject(await readBody(request));
      if (!body) return errorAnswer(400, "INVALID_REQUEST", "The request body is not a JSON object.");
      return await carryOut(options, body, answered);
    } finally {
      inFlight -= 1;
    }
  };
}

function refuse(options: RestletEndpointOptions, request: IncomingMessage, url: URL): Answer | null {
  const refusal = refuseLogin(options, request);
  if (refusal) return loginRefusedAnswer(options.account, refusal);
  if (
    !options.settings.isDeployed() ||
    url.searchParams.get("script") !== "customscript_gfs_platform_query" ||
    url.searchParams.get("deploy") !== "customdeploy_gfs_platform_query"
  ) {
    return errorAnswer(
      404,
      "SSS_INVALID_SCRIPTLET_ID",
      "That Suitelet is invalid, disabled, or no longer exists.",
    );
  }
  if (request.method !== "POST")
    return errorAnswer(405, "METHOD_NOT_ALLOWED", "The script has no such function.");
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    return errorAnswer(415, "UNSUPPORTED_MEDIA_TYPE", "Content-Type must be application/json.");
  }
  return null;
}

/** Either way of signing is as good as the other. */
function refuseLogin({ oauth, tokens }: RestletEndpointOptions, request: IncomingMessage): string | null {
  const { authorization, host = "" } = request.headers;
  const [, token] = /^Bearer (\S+)$/i.exec(authorization ?? "") ?? [];
  if (token !== undefined) return tokens.accepts(token) ? null : "invalid_token";
  return oauth.verify({ method: request.method ?? "", host, path: request.url ?? "", authorization });
}

async function carryOut(
  options: RestletEndpointOptions,
  body: Record<string, unknown>,
  answered: Map<string, Answer | "drop">,
): Promise<Answer | "drop"> {
  const key = typeof body.action_key === "string" ? body.action_key : null;
  const struck = options.faults.take({ key, op: String(body.op) });
  const plan = makePlan(struck, options.account, {
    redeliver: (hooks) => execute(options, body, hooks),
    probe: () => answered.set(String(key), execute(options, { ...body, op: "probe" }, {})),
  });
  await options.wait(options.latencyMs + (plan.delayBeforeMs ?? 0));
  const before = body.op === "probe" && key !== null ? answered.get(key) : undefined;
  if (before !== undefined) {
    answered.delete(key!);
    return asAnswerTo(body, before);
  }
  if (plan.instead !== undefined) return plan.instead;
  const answer = executePlan(options, body, plan);
  if (plan.delayAfterMs !== undefined) await options.wait(plan.delayAfterMs);
  return answer === "drop" || !plan.answer ? answer : plan.answer(answer);
}

/** An answer that was made while another request was carried out names the one that it is given to. */
const asAnswerTo = ({ request_id }: Record<string, unknown>, answer: Answer | "drop"): Answer | "drop" =>
  answer === "drop"
    ? answer
    : { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), request_id }) };

function executePlan(
  options: RestletEndpointOptions,
  body: Record<string, unknown>,
  plan: RequestPlan,
): Answer | "drop" {
  const before = createRun(options, body, {});
  for (const act of plan.outsiders) act(before);
  const first = execute(options, body, joinHooks(plan.hooks));
  return plan.twice ? execute(options, body, {}) : first;
}

function execute(
  options: RestletEndpointOptions,
  body: Record<string, unknown>,
  hooks: RunHooks,
): Answer | "drop" {
  const run = createRun(options, body, hooks);
  try {
    const result = options.host.post(run, structuredClone(body));
    if (!run.killed) return jsonAnswer(200, result);
  } catch (error) {
    if (!run.killed) return scriptErrorAnswer(error);
  }
  return (run.killed && deathAnswer(run.killed)) ?? "drop";
}

function createRun(options: RestletEndpointOptions, request: Record<string, unknown>, hooks: RunHooks): Run {
  const { store, searches, settings } = options;
  const actionKey = typeof request.action_key === "string" ? request.action_key : null;
  return {
    store,
    searches,
    actionKey,
    request,
    parameters: settings.parameters(),
    session: settings.session(),
    hooks,
    usage: { left: GOVERNANCE_UNITS },
    killed: null,
  };
}

/** NetSuite's own errors keep their name; a bug in the script is UNEXPECTED_ERROR, as there. */
function scriptErrorAnswer(error: unknown): Answer {
  const fields = typeof error === "object" && error !== null ? (error as Record<string, unknown>) : {};
  const name = fields.type === "error.SuiteScriptError" ? String(fields.name) : "UNEXPECTED_ERROR";
  return unhandledErrorAnswer(name, String(fields.message ?? error));
}
