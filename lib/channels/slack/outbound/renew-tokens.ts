import { type Database, inTenant } from "@/db/client";
import {
  breakUnrenewed,
  keepRenewed,
  leaseRenewal,
  lockForRenewal,
  putOffRenewal,
} from "@/db/queries/messages/renewals";
import { appendEvent, bySystem } from "@/db/queries/ledger/events";
import { openAccountSecret, sealAccountSecret } from "@/lib/channels/account-secret";
import type { Clock } from "@/lib/clock";
import { type SlackResult, endsInstallation } from "./call-result";
import type { SlackApi, SlackClient } from "./slack-api";
import { type SlackTokens, issuedSchema, issuedTokens, renewAtOf, secretOf, tokensOf } from "./tokens";

/**
 * Renews the tokens of a workspace before they end. A refresh token works once, so one process renews at a time: it takes a lease under a
 * lock of the row, asks Slack outside every transaction, and writes under the lease's number. Slack takes a used refresh token for a short
 * while longer, and leaves the access token before as it is. So a process that stops between Slack's answer and our row loses nothing if
 * another renews soon; after that the workspace has to be connected again, and says so.
 */

export interface Renewing {
  database: Database;
  clock: Clock;
  api: SlackApi;
  client: SlackClient;
}

export interface AccountId {
  tenantId: number;
  id: number;
}

export type Renewed =
  | { kind: "renewed"; tokens: SlackTokens }
  /** Somebody else renews them at this moment, or nobody could a few seconds ago. These may still be good. */
  | { kind: "busy"; tokens: SlackTokens }
  | Extract<SlackResult, { kind: "later" | "refused" }>;

/** Longer than the request may take. */
const LEASE_MS = 10_000;
/** So long Slack is left alone after a renewal of which nothing is known; it takes the same refresh token again meanwhile. */
const AGAIN_AFTER_MS = 5_000;

/** @param seen The token at hand: where the row has another one by now, that is the answer. */
export async function renewTokens(account: AccountId, seen: string, renewing: Renewing): Promise<Renewed> {
  const leased = await lease(account, seen, renewing);
  if (leased.kind !== "leased") return leased;
  const { api, client, clock } = renewing;
  const askedAt = clock.now();
  const body = { grant_type: "refresh_token", refresh_token: leased.refreshToken };
  const answer = await api.exchange(client, body);
  const issued = answer.kind === "done" ? issuedSchema.safeParse(answer.body).data : undefined;
  const tokens = issued && issuedTokens(issued, askedAt);
  if (tokens?.rotation) return keep(account, { ...leased, tokens }, renewing);
  // A wrong secret of our app is the operator's to set right, and breaks no workspace.
  if (answer.kind === "refused" && endsInstallation(answer.code))
    return giveUp(account, { ...leased, code: answer.code }, renewing);
  await putOff(account, leased.fence, renewing);
  const code = answer.kind === "done" ? "NO_TOKENS_OF_SLACK" : answer.code;
  return { kind: "later", code, afterSeconds: answer.kind === "later" ? answer.afterSeconds : null };
}

interface Leased {
  kind: "leased";
  fence: number;
  refreshToken: string;
}

async function lease(
  { tenantId, id }: AccountId,
  seen: string,
  { database, clock }: Renewing,
): Promise<Leased | Extract<Renewed, { kind: "renewed" | "busy" | "refused" }>> {
  const now = clock.now();
  return inTenant(database, tenantId, async (tx) => {
    const row = await lockForRenewal(tx, tenantId, id);
    const secret = row?.sealed && row.state === "open" ? openAccountSecret(id, row.sealed) : null;
    const tokens = tokensOf(secret);
    if (!row || tokens === null) return { kind: "refused", code: "no_token" };
    if (tokens.token !== seen || tokens.rotation === null) return { kind: "renewed", tokens };
    const { renewalUntil } = row;
    if (renewalUntil !== null && Date.parse(renewalUntil) > now.getTime()) return { kind: "busy", tokens };
    const fence = row.renewalFence + 1;
    await leaseRenewal(tx, tenantId, { id, fence, until: new Date(now.getTime() + LEASE_MS) });
    return { kind: "leased", fence, refreshToken: tokens.rotation.refreshToken };
  });
}

async function keep(
  { tenantId, id }: AccountId,
  { fence, tokens }: { fence: number; tokens: SlackTokens },
  { database }: Renewing,
): Promise<Renewed> {
  const sealed = sealAccountSecret(id, secretOf(tokens));
  const renewAt = renewAtOf(tokens)!;
  const rows = await inTenant(database, tenantId, (tx) =>
    keepRenewed(tx, tenantId, { id, fence, sealed, renewAt }),
  );
  return rows > 0 ? { kind: "renewed", tokens } : overtaken;
}

/** Somebody else renewed or connected it meanwhile: the row knows better. */
const overtaken: Renewed = { kind: "later", code: "renewed_elsewhere", afterSeconds: null };

async function giveUp(
  { tenantId, id }: AccountId,
  { fence, code }: { fence: number; code: string },
  { database }: Renewing,
): Promise<Renewed> {
  const isBroken = await inTenant(database, tenantId, async (tx) => {
    if ((await breakUnrenewed(tx, tenantId, { id, fence, why: code })) === 0) return false;
    await appendEvent(tx, {
      ...bySystem(tenantId, "messages"),
      entityType: "channel_account",
      entityId: id,
      type: "channel.refused",
      details: {},
    });
    return true;
  });
  return isBroken ? { kind: "refused", code } : overtaken;
}

const putOff = ({ tenantId, id }: AccountId, fence: number, { database, clock }: Renewing) =>
  inTenant(database, tenantId, (tx) =>
    putOffRenewal(tx, tenantId, {
      id,
      fence,
      until: new Date(clock.now().getTime() + AGAIN_AFTER_MS),
    }),
  );
