import { type TenantTransaction, inTenant } from "@/db/client";
import { findByIdempotencyKey } from "@/db/queries/actions/proposals";
import { type Bucket, chargeQuota, takeQuotasIn } from "@/db/queries/controls/quotas";
import { KEPT_MS_MAX, findEmpty, takeQuotasInTurn } from "./empty-buckets";
import { callerKeyOf, letNextIn } from "./entrance";
import { countHeldBack, countingHeldBack } from "./held-back";
import { companyPerMinute } from "./proposal-limits";
import { findCaps } from "@/db/queries/workflows/runs";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { shortLivedCache } from "@/lib/gateway/short-lived-cache";

/**
 * Quotas count tries, refused ones included: a try is charged before its body is read and before any request to NetSuite. Names and
 * headers follow draft-ietf-httpapi-ratelimit-headers-11.
 */

interface Quota extends Bucket {
  /** The name in the headers and in `violated-policies`. */
  name:
    | "agent"
    | "tenant"
    | "person"
    | "downloads"
    | "workflow-checks"
    | "workflow-runs"
    | "agent-runs"
    | "runs"
    | "tests";
}

interface ProposalTry {
  idempotencyKey?: string | null;
  /** The header that named the agent. Once its quota is spent, later tries with this header are refused from memory. */
  authorization?: string | null;
}

/** The agent's own quota, and its company's. */
type ProposalQuotas = readonly [Quota, Quota];

type Headers = Record<string, string>;

const windowSeconds = 60;
export const QUOTA_EXCEEDED = "https://iana.org/assignments/http-problem-types#quota-exceeded";
/** Extra tries for a wrong `from`, whose refusal names the live value: an agent that guesses gets a fifth of its quota. */
const wrongFromCost = 4;
/** Each download reads up to 50,000 rows and writes an event. */
const downloadsPerMinute = 10;
/** The largest workflow text keeps the process busy for most of a second. */
const workflowChecksPerMinute = 30;
/** Each test sends a message. */
const testsPerMinute = 5;

/** A try that the quota admitted. */
export interface QuotaTry {
  /** Headers for the answer, whether it succeeds or not. */
  headers: Headers;
  /** Charges the try now, because it was refused. Set for repeats of a known key, which cost nothing unless they are refused. @throws AppError rate_limited 429. */
  chargeRefusal?: () => Promise<Headers>;
}

/** Agents whose quota is spent, by the hash of their header. */
const spentKeys = shortLivedCache<{ agent: AgentPrincipal; quotas: ProposalQuotas }>(
  "spent keys",
  KEPT_MS_MAX,
);

/**
 * The refusal of a try whose key was refused within the last second. Null: ask the database. It comes before authentication, so a key
 * that was revoked in that second still gets 429 in place of 401; it gives access to nothing.
 */
export function refusalOfSpentKey(authorization: string, gateway: Gateway): AppError | null {
  const spent = spentKeys.find(callerKeyOf(authorization), gateway);
  if (!spent) return null;
  const { agent, quotas } = spent;
  const { retrySeconds } = findEmpty(agent.tenantId, quotas[0], gateway) ?? {};
  if (!retrySeconds) return null;
  const refusal = exceeded(quotas[0], quotas, retrySeconds);
  countHeldBack(agent, refusal, null, gateway);
  return refusal;
}

/**
 * Charges one try to the agent and one to its tenant. A repeat of an idempotency key costs nothing and is answered even at the limit,
 * because a client repeats a call whose connection broke and the answer reads nothing. A repeat that is refused, such as one with
 * another body, is charged then.
 * @throws AppError rate_limited 429.
 */
export async function takeProposalQuota(
  agent: AgentPrincipal,
  attempt: ProposalTry,
  gateway: Gateway = getGateway(),
): Promise<QuotaTry> {
  try {
    return await takeTry(agent, attempt, gateway);
  } finally {
    if (attempt.authorization) letNextIn(attempt.authorization);
  }
}

async function takeTry(
  agent: AgentPrincipal,
  { idempotencyKey = null, authorization = null }: ProposalTry,
  gateway: Gateway,
): Promise<QuotaTry> {
  const { tenantId, agentId } = agent;
  const ofCompany = await companyPerMinute(tenantId, gateway);
  const quotas: ProposalQuotas = [quotaOf(agent), { name: "tenant", asker: "tenant", perMinute: ofCompany }];
  const isRepeat =
    idempotencyKey !== null &&
    (await inTenant(gateway.database, tenantId, (tx) =>
      findByIdempotencyKey(tx, tenantId, agentId, idempotencyKey),
    )) !== null;
  const taking = () =>
    countingHeldBack(agent, null, gateway, () => take(tenantId, quotas, gateway)).catch((error: unknown) => {
      if (authorization !== null) spentKeys.keep(callerKeyOf(authorization), { agent, quotas }, gateway);
      throw error;
    });
  return isRepeat
    ? { headers: { "ratelimit-policy": policyOf(quotas) }, chargeRefusal: taking }
    : { headers: await taking() };
}

const quotaOf = ({ agentId, proposalsPerMinuteMax }: AgentPrincipal): Quota => ({
  name: "agent",
  asker: `agent:${agentId}`,
  perMinute: proposalsPerMinuteMax,
});

/** True if this agent's own quota refused a try within the last second. */
export const hasSpentQuota = (agent: AgentPrincipal, gateway: Gateway): boolean =>
  findEmpty(agent.tenantId, quotaOf(agent), gateway) !== null;

/**
 * Answers a try, adds the quota's headers to a refusal, and charges a refused repeat.
 * @throws what `answer` throws; AppError rate_limited 429 in its place if the quota has no try left for the refusal.
 */
export async function answerWithQuota<Result>(
  { headers, chargeRefusal }: QuotaTry,
  answer: () => Promise<Result>,
): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isCallersFault = error.status < 500 && error.status !== 429;
    const ofTry = { ...headers, ...(isCallersFault ? await chargeRefusal?.() : {}) };
    // A refusal may name a quota of its own: its header is appended to those of the try.
    for (const [name, value] of Object.entries(ofTry))
      error.headers[name] = error.headers[name] === undefined ? value : `${value}, ${error.headers[name]}`;
    throw error;
  }
}

/** Takes one of the person's reads of NetSuite. @throws AppError rate_limited 429. */
export async function takeReadQuota({ tenantId, userId }: Person, gateway: Gateway): Promise<void> {
  const perMinute = gateway.quotas.personReadsPerMinute;
  await take(tenantId, [{ name: "person", asker: `person:${userId}`, perMinute }], gateway);
}

/** Takes one of the person's downloads of a list. @throws AppError rate_limited 429. */
export async function takeDownloadQuota({ tenantId, userId }: Person, gateway: Gateway): Promise<void> {
  await take(
    tenantId,
    [{ name: "downloads", asker: `downloads:${userId}`, perMinute: downloadsPerMinute }],
    gateway,
  );
}

/** Takes one of the person's checks of a workflow's text. @throws AppError rate_limited 429. */
export async function takeWorkflowCheckQuota({ tenantId, userId }: Person, gateway: Gateway): Promise<void> {
  await take(
    tenantId,
    [{ name: "workflow-checks", asker: `workflow-checks:${userId}`, perMinute: workflowChecksPerMinute }],
    gateway,
  );
}

/** Takes one of the person's test messages. @throws AppError rate_limited 429. */
export async function takeTestQuota({ tenantId, userId }: Person, gateway: Gateway): Promise<void> {
  await take(tenantId, [{ name: "tests", asker: `tests:${userId}`, perMinute: testsPerMinute }], gateway);
}

export interface RunCaps {
  tenantPerMinute: number;
  /** Null: the workflow has no limit of its own. */
  workflowPerMinute: number | null;
}

/**
 * Takes one of the tenant's runs, and one of the workflow's, in the transaction that begins the run: a trigger that comes a
 * thousand times costs one. @throws AppError rate_limited 429.
 */
export async function takeRunQuota(
  tx: TenantTransaction,
  tenantId: number,
  workflowId: number,
  { tenantPerMinute, workflowPerMinute }: RunCaps,
): Promise<void> {
  const own: Quota[] =
    workflowPerMinute === null
      ? []
      : [{ name: "workflow-runs", asker: `runs:${workflowId}`, perMinute: workflowPerMinute }];
  const quotas: Quota[] = [...own, { name: "runs", asker: "runs", perMinute: tenantPerMinute }];
  const { remaining, refusedAt, retrySeconds } = await takeQuotasIn(tx, tenantId, quotas);
  if (remaining === null) throw exceeded(quotas[refusedAt! - 1]!, quotas, retrySeconds!);
}

/**
 * Takes one of the agent's tries to begin a run, before anything of it is looked at: half of what its company's workflows may begin,
 * so that others find some left. @throws AppError rate_limited 429.
 */
export async function takeAgentRunQuota(
  { tenantId, agentId }: AgentPrincipal,
  gateway: Gateway,
): Promise<void> {
  const { maxRunsPerMin } = await inTenant(gateway.database, tenantId, (tx) => findCaps(tx, tenantId));
  const perMinute = Math.ceil(maxRunsPerMin / 2);
  await take(tenantId, [{ name: "agent-runs", asker: `runs-of:${agentId}`, perMinute }], gateway);
}

/** For a refusal that named a live value. */
export async function chargeWrongFrom(
  { tenantId, agentId }: AgentPrincipal,
  { database }: Gateway,
): Promise<void> {
  await chargeQuota(database, tenantId, `agent:${agentId}`, wrongFromCost);
}

/** In one order, the asker's own first: a flood of one asker is refused before it costs its tenant anything. */
async function take(
  tenantId: number,
  quotas: readonly [Quota, ...Quota[]],
  gateway: Gateway,
): Promise<Headers> {
  const { remaining, refusedAt, retrySeconds } = await takeQuotasInTurn(tenantId, quotas, gateway);
  if (remaining === null) throw exceeded(quotas[refusedAt! - 1]!, quotas, retrySeconds!);
  const left = quotas.map(
    (quota, index) => `"${quota.name}";r=${remaining[index]};t=${secondsToFull(quota, remaining[index]!)}`,
  );
  return { "ratelimit-policy": policyOf(quotas), ratelimit: left.join(", ") };
}

const secondsToFull = ({ perMinute }: Quota, tokens: number) =>
  Math.ceil(((perMinute - tokens) * windowSeconds) / perMinute);

const policyOf = (quotas: readonly Quota[]) =>
  quotas.map(({ name, perMinute }) => `"${name}";q=${perMinute};w=${windowSeconds}`).join(", ");

const subjects = {
  agent: "This agent may propose",
  tenant: "The agents of your company may together propose",
  person: "You may look at records in NetSuite",
  downloads: "You may download lists",
  "workflow-checks": "You may check the text of a workflow",
  "workflow-runs": "This workflow may begin runs",
  "agent-runs": "This agent may begin runs",
  tests: "You may send yourself test messages",
  runs: "The workflows of your company may together begin runs",
} as const;

function exceeded({ name, perMinute }: Quota, quotas: readonly Quota[], seconds: number): AppError {
  const times = perMinute.toLocaleString("en-US");
  return new AppError(
    "rate_limited",
    `${subjects[name]} ${times} times a minute, refused tries included. QuotaTry again in ${seconds} s.`,
    {
      type: QUOTA_EXCEEDED,
      retryAfterSeconds: seconds,
      members: { "violated-policies": [name] },
      headers: { "ratelimit-policy": policyOf(quotas), ratelimit: `"${name}";r=0;t=${seconds}` },
    },
  );
}
