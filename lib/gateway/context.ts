import { type Database, getDatabase } from "@/db/client";
import { type Clock, systemClock } from "@/lib/clock";
import { type Env, getEnv, servesEveryTenant, switchesFromEnvironment } from "@/lib/env";
import { type EngineClient, createEngineClient, noEngine } from "@/lib/engine/client";
import { type LedgerKeys, ledgerKeysOf } from "@/lib/core/ledger/checkpoint";
import { log } from "@/lib/log";
import { type NetSuiteCredentials, credentialsFrom } from "@/lib/destinations/netsuite/credentials";
import { type RequestSlots, slotsFor } from "@/lib/destinations/netsuite/request-slots";
import { type NetSuiteAccounts, createNetSuiteAccounts } from "./netsuite-accounts";
import { type Sender, createSender } from "@/lib/outbound";
import { type PushKeys, pushKeysFrom } from "@/lib/core/message/push-keys";
import {
  type ModelOfProvider,
  type ModelProvider,
  classifierModelFrom,
  modelProvidersFrom,
} from "@/lib/core/run/model-providers";
import { createInternalDestination } from "@/lib/destinations/internal/internal-destination";
import { type RestletClient, createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import type { Destination } from "@/lib/destinations/destination";
import { createWebPushChannel } from "@/lib/channels/web-push/web-push-channel";
import { createWebhookChannel } from "@/lib/channels/webhook/webhook-channel";
import type { MessageChannel } from "@/lib/channels/channel";
import { createMailChannel, mailRepliesOf } from "@/lib/channels/mail/mail-channel";
import { type InboundMail, inboundMailFrom } from "@/lib/channels/mail/inbound-mail";
import { mailSettingsFrom } from "@/lib/core/message/mail-settings";
import { type SlackApp, slackAppFrom } from "@/lib/channels/slack/slack-app";
import { createSlackChannel } from "@/lib/channels/slack/slack-channel";
import { AgentTurns, turnLimitsFor } from "./agent-turns";
import { AnswerTurns, answerLimitsFor } from "./answer-turns";
import type { ReadAhead } from "./deliver/push-facts";
import { SearchTurns, searchLimitsFor } from "./search-turns";

/**
 * This room holds the verbs, one folder per happening; this file holds their dependencies. A verb takes a Gateway as its
 * last argument, which defaults to the process's own; tests pass another.
 */
export interface Gateway {
  database: Database;
  /** Queue of this process in which agents' proposals take turns. */
  agentTurns: AgentTurns;
  /** Queue of this process in which searches of lists take turns. */
  searchTurns: SearchTurns;
  /** Queue of this process in which answers to questions take turns. */
  answerTurns: AnswerTurns;
  /** Facts of the pushes that this process has just requested, read while their requests are on the way. */
  pushesAhead: Map<string, ReadAhead>;
  /** The client of the environment's account. */
  netsuite: RestletClient;
  /** The tenants' own accounts. Null: `netsuite` serves every tenant, as in the demo. */
  accounts: NetSuiteAccounts | null;
  /** The destination of one tenant's writes into our own tables. */
  internal: (tenantId: number) => Destination;
  /** Sends requests to addresses that tenants gave, such as those of workflows and webhooks. */
  sender: Sender;
  /** The keys that sign web push messages. Null: web push is not set up. */
  pushKeys: PushKeys | null;
  /** The providers whose models runs may use. Empty: runs use none. */
  modelProviders: readonly ModelProvider[];
  /** The channels that are set up, by which messages reach people. */
  channels: readonly MessageChannel[];
  /** The model that classifies people's replies. Null: rules classify them. */
  classifierModel: ModelOfProvider | null;
  /** Our app at Slack. Null: it is not set up. */
  slack: SlackApp | null;
  /** Receives replies by mail. Null: mail is not read. */
  inboundMail: InboundMail | null;
  /** Sends events to the engine. Null: they stay in the outbox. */
  sendEvents: EventSender | null;
  /** Reads and changes the engine's jobs. */
  engine: EngineClient;
  clock: Clock;
  /** A number in [0, 1), for jitter. */
  random: () => number;
  /** The kill switches that the environment engages; no page releases them. */
  switchesFromEnvironment: readonly string[];
  /** The start of this process, and so of the switches that its environment engages. */
  startedAt: Date;
  /** How long a sender owns a push before another may take it over. */
  leaseSeconds: number;
  /** How long nothing is sent again after an unknown outcome. */
  holdSeconds: number;
  /** Signs and checks the ledger's checkpoints. */
  ledgerKeys: LedgerKeys;
  quotas: QuotaLimits;
}

export interface QuotaLimits {
  /** For all agents of one tenant together; each agent also has a limit of its own. */
  tenantProposalsPerMinute: number;
  /** Live reads of NetSuite for one person. */
  personReadsPerMinute: number;
}

/** An event for the engine, which deduplicates events by id. */
export interface OutgoingEvent {
  id: string;
  name: string;
  data: Record<string, number>;
}

/** Resolves once the engine has accepted the events. @throws the transport's error; the outbox keeps the events. */
export type EventSender = (events: readonly OutgoingEvent[]) => Promise<void>;

/** On globalThis, because Next gives instrumentation and routes separate instances of this module. */
const holder = globalThis as typeof globalThis & {
  countersignGateway?: Gateway;
  countersignEventSender?: EventSender;
};

/** The server calls this once at its start, because the gateway must not import the engine's client. */
export function provideEventSender(sender: EventSender): void {
  holder.countersignEventSender = sender;
}

/** The gateway of this process, made from the environment on first use. */
export function getGateway(): Gateway {
  holder.countersignGateway ??= createGateway();
  return holder.countersignGateway;
}

function createGateway(): Gateway {
  const env = getEnv();
  const database = getDatabase();
  const account = env.NETSUITE_ACCOUNT ?? "SIMULATOR";
  const { NETSUITE_CONCURRENCY_MAX: maxConcurrency } = env;
  const openClient = (of: string, credentials: NetSuiteCredentials, slots: RequestSlots) =>
    createRestletClient({
      account: of,
      ...(env.NETSUITE_SIMULATOR_URL ? { baseUrl: env.NETSUITE_SIMULATOR_URL } : {}),
      credentials,
      timeoutMs: env.NETSUITE_TIMEOUT_MS,
      maxConcurrency,
      slots,
      clock: systemClock,
      log,
    });
  const netsuite = openClient(account, credentialsFrom(env), slotsFor(account, maxConcurrency));
  const tenantSlug = env.NETSUITE_TENANT ?? null;
  const sender = createSender({
    ownUrls: env.NEXTAUTH_URL ? [env.NEXTAUTH_URL] : [],
    openAddresses: env.OUTBOUND_ALLOW,
    clock: systemClock,
    log,
  });
  const pushKeys = pushKeysFrom(env);
  const slack = slackAppFrom(env, { sender, database, clock: systemClock });
  const inboundMail = inboundMailFrom(env, sender);
  return createDetachedGateway({
    database,
    netsuite,
    accounts: createNetSuiteAccounts({
      database,
      environment: { account, client: netsuite, tenantSlug, servesAll: servesEveryTenant(env) },
      maxConcurrency,
      openClient,
    }),
    sender,
    pushKeys,
    modelProviders: modelProvidersFrom(env),
    classifierModel: classifierModelFrom(env),
    channels: channelsFrom(env, { pushKeys, sender, slack, inboundMail }),
    slack,
    inboundMail,
    sendEvents: env.INNGEST_EVENT_KEY ? providedEventSender() : null,
    engine: createEngineClient({
      baseUrl: env.INNGEST_BASE_URL,
      signingKey: env.INNGEST_SIGNING_KEY,
      dashboardUrl: env.INNGEST_DASHBOARD_URL,
      isConfigured: env.INNGEST_EVENT_KEY !== undefined,
    }),
    switchesFromEnvironment: switchesFromEnvironment(env),
    leaseSeconds: env.PUSH_LEASE_SECONDS,
    holdSeconds: env.PUSH_HOLD_SECONDS,
    quotas: {
      tenantProposalsPerMinute: env.TENANT_PROPOSALS_PER_MINUTE,
      personReadsPerMinute: env.PERSON_READS_PER_MINUTE,
    },
    ledgerKeys: ledgerKeysOf(env.COUNTERSIGN_SIGNING_KEY, env.COUNTERSIGN_FORMER_PUBLIC_KEYS),
  });
}

/** The channels that the environment sets up, and the webhook, which each company sets up itself. */
function channelsFrom(
  env: Env,
  { pushKeys, sender, slack, inboundMail }: Pick<Gateway, "pushKeys" | "sender" | "slack" | "inboundMail">,
): MessageChannel[] {
  const mail = mailSettingsFrom(env);
  const replies = inboundMail && mailRepliesOf(inboundMail.settings, systemClock);
  return [
    ...(mail ? [createMailChannel(mail, replies)] : []),
    ...(slack ? [createSlackChannel(slack.calls)] : []),
    createWebhookChannel({ sender, clock: systemClock }),
    ...(pushKeys ? [createWebPushChannel({ keys: pushKeys, sender })] : []),
  ];
}

/** A gateway outside the server, for set-up and bench: events wait in the outbox, and there is no engine to ask. */
export function createDetachedGateway(
  tools: Pick<Gateway, "database" | "netsuite"> & Partial<Gateway>,
): Gateway {
  return {
    accounts: null,
    agentTurns: new AgentTurns(turnLimitsFor(tools.database.poolMax)),
    searchTurns: new SearchTurns(searchLimitsFor(tools.database.poolMax)),
    answerTurns: new AnswerTurns(answerLimitsFor(tools.database.poolMax)),
    pushesAhead: new Map(),
    internal: (tenantId) => createInternalDestination(tools.database, tenantId),
    sender: createSender({ ownUrls: [], openAddresses: [], clock: systemClock, log }),
    pushKeys: null,
    modelProviders: [],
    channels: [],
    classifierModel: null,
    slack: null,
    inboundMail: null,
    sendEvents: null,
    engine: noEngine,
    clock: systemClock,
    random: Math.random,
    switchesFromEnvironment: [],
    startedAt: new Date(performance.timeOrigin),
    leaseSeconds: 30,
    holdSeconds: 300,
    quotas: { tenantProposalsPerMinute: 100_000, personReadsPerMinute: 100_000 },
    ledgerKeys: { signing: null, known: new Map() },
    ...tools,
  };
}

/** @throws Error if no sender was provided, because events would then wait forever. */
function providedEventSender(): EventSender {
  if (holder.countersignEventSender) return holder.countersignEventSender;
  throw new Error("No event sender was provided: instrumentation.ts calls provideEventSender at the start.");
}
