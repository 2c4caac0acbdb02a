import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type AccountRow,
  type PreferenceRow,
  countMessages,
  listAccounts,
  listPreferences,
  readFigures,
  setPreference as setRow,
} from "@/db/queries/messages/accounts";
import { listLinks } from "@/db/queries/messages/links";
import { listPushDevices } from "@/db/queries/people/push-devices";
import type { AccountHealth, ChannelView, Channels, PreferenceInput } from "@/lib/contract/settings/channels";
import { type Person, mayAdminister } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import type { RiskTier } from "@/lib/core/action/risk-tier";
import { HEALTH_WINDOW_SECONDS } from "@/lib/core/message/channel-health";
import { MAIL_SETUP_WORDS } from "@/lib/core/message/mail-settings";
import { type ChannelKind, carriesActions } from "@/lib/core/message/message";
import { wantsOutcomes } from "@/lib/core/message/routing/outcome-verdicts";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { CHANNEL_TITLES } from "@/lib/view/channels/channel-words";
import { answeringEndpointIn } from "./webhook/let-answer";

/** Channels that are shown before they are set up, with what has to be set. */
const MISSING: Partial<Record<ChannelKind, string>> = { email: MAIL_SETUP_WORDS };

/** Without a row. As lib/messages/routing/people.ts has it. */
const DEFAULTS = { questions: true, tierMin: null } as const;

/** Reads the channels and kinds of messages that the person chose. Administrators also see the channels' health. */
export async function readChannels(person: Person, gateway: Gateway = getGateway()): Promise<Channels> {
  const { tenantId, userId, role } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const accounts = await listAccounts(tx, tenantId);
    const links = await listLinks(tx, tenantId, userId);
    const endpoint = await answeringEndpointIn(tx, person, links);
    const read = {
      person,
      gateway,
      preferences: await listPreferences(tx, tenantId, userId),
      links,
      endpoint,
      browsers: (await listPushDevices(tx, person)).length,
    };
    const channels = [];
    for (const kind of shownKinds(gateway)) {
      // Whether there is one is the company's choice.
      if (kind === "webhook" && endpoint === null) continue;
      const own = accounts.filter((account) => account.kind === kind);
      const healths = mayAdminister(role) ? await healthsOf(tx, own, gateway) : null;
      channels.push(viewOf(kind, read, healths));
    }
    return { channels };
  });
}

const shownKinds = ({ channels }: Gateway): ChannelKind[] => [
  ...new Set([...(Object.keys(MISSING) as ChannelKind[]), ...channels.map(({ kind }) => kind)]),
];

interface Read {
  person: Person;
  gateway: Gateway;
  preferences: readonly PreferenceRow[];
  links: Awaited<ReturnType<typeof listLinks>>;
  endpoint: ChannelView["endpoint"];
  /** How many of the person's are told. */
  browsers: number;
}

function viewOf(kind: ChannelKind, read: Read, accounts: AccountHealth[] | null): ChannelView {
  const { gateway, preferences } = read;
  const preference = preferences.find((one) => one.kind === kind) ?? null;
  const { questions, tierMin } = preference ?? DEFAULTS;
  const isSetUp = gateway.channels.some((channel) => channel.kind === kind);
  return {
    kind,
    title: CHANNEL_TITLES[kind],
    missing: isSetUp ? null : (MISSING[kind] ?? null),
    reaches: whereReached(kind, read),
    carries_actions: carriesActions(kind),
    endpoint: kind === "webhook" ? read.endpoint : null,
    questions,
    tier_min: tierMin as RiskTier | null,
    outcomes: wantsOutcomes(preference),
    outcomes_chosen: preference !== null && preference.outcomes !== null,
    accounts,
  };
}

/** Null: nowhere. */
function whereReached(kind: ChannelKind, { person, links, browsers }: Read): string | null {
  if (kind === "email") return person.email;
  if (kind === "web_push")
    return browsers === 0 ? null : browsers === 1 ? "one browser" : `${browsers} browsers`;
  return links.find((one) => one.kind === kind)?.externalLabel ?? null;
}

async function healthsOf(
  tx: TenantTransaction,
  accounts: readonly AccountRow[],
  { clock }: Gateway,
): Promise<AccountHealth[]> {
  const now = clock.now();
  const since = new Date(now.getTime() - HEALTH_WINDOW_SECONDS * 1_000);
  const healths = [];
  for (const account of accounts) {
    const { id, tenantId, label, state, health } = account;
    const { sent, failed: notSent } = await readFigures(tx, tenantId, id, since);
    healths.push({
      id,
      label,
      state,
      health,
      health_since: isoOf(account.healthAt)!,
      sent,
      not_sent: notSent,
      ...(await countMessages(tx, tenantId, id, now)),
      paused_until: isoOf(account.pausedUntil),
      last_error: account.lastError,
    });
  }
  return healths;
}

/** The person's choice of what to hear by a channel, from now on. Also before it is set up. @throws AppError validation_failed 422. */
export async function setPreference(
  person: Person,
  { kind, questions, tier_min: tierMin, outcomes }: PreferenceInput,
  gateway: Gateway = getGateway(),
): Promise<Channels> {
  const { tenantId, userId } = person;
  if (!carriesActions(kind)) refuseActions({ tier_min: tierMin !== null, outcomes: outcomes === true });
  await inTenant(gateway.database, tenantId, (tx) =>
    setRow(tx, tenantId, userId, { kind, questions, tierMin, outcomes: outcomes ?? null }),
  );
  return readChannels(person, gateway);
}

function refuseActions(asked: { tier_min: boolean; outcomes: boolean }): void {
  const message = "is for channels that carry proposed actions; this one carries questions alone";
  const issues = (["tier_min", "outcomes"] as const)
    .filter((path) => asked[path])
    .map((path) => ({ path, message }));
  if (issues.length > 0)
    throw new AppError("validation_failed", `${issues[0]!.path} ${message}.`, { issues });
}
