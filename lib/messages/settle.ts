import type { TenantTransaction } from "@/db/client";
import { breakAccount, countAttempt, pauseAccount, resumeAccount } from "@/db/queries/messages/accounts";
import { type Settlement, settleMessage } from "@/db/queries/messages/messages";
import { appendEvent, bySystem } from "@/db/queries/ledger/events";
import { noteAttemptAtBrowsers } from "@/db/queries/people/push-devices";
import type { SendOutcome } from "@/lib/channels/channel";
import { figureStart } from "@/lib/core/message/channel-health";
import { UNKNOWN_SECONDS } from "@/lib/core/message/message";
import { nextAttemptAt } from "@/lib/core/message/retry";
import type { Gateway } from "@/lib/gateway/context";
import type { Prepared } from "./prepare";

/** The subject of an account's chain in the ledger. */
export const ACCOUNT_SUBJECT = "channel_account";

/** Nothing left: nobody needs the message, its person knows, or they are in quiet hours. */
export const settleWithoutSending = (tx: TenantTransaction, prepared: Prepared, now: Date) => {
  const { message, step, heldUntil } = prepared;
  if (heldUntil)
    return settleMessage(tx, message.tenantId, message, {
      ...unchanged(prepared, now),
      state: "due",
      nextAt: heldUntil,
    });
  const state = step.kind === "settle" ? step.state : "closed";
  return settleMessage(tx, message.tenantId, message, {
    ...unchanged(prepared, now),
    state,
    knowledge: step.knowledge,
    attempts: 0,
    nextAt: null,
  });
};

/** Writes down how an attempt ended, in the message and in its account. 0: somebody else has the message since. */
export async function settleAttempt(
  tx: TenantTransaction,
  prepared: Prepared,
  outcome: SendOutcome,
  gateway: Pick<Gateway, "clock" | "random">,
): Promise<number> {
  const { message, account } = prepared;
  const { tenantId } = message;
  const now = gateway.clock.now();
  const isSent = outcome.kind === "sent";
  await countAttempt(tx, tenantId, { accountId: account.id, beganAt: figureStart(now), isSent });
  if (isSent) await resumeAccount(tx, tenantId, account.id);
  const { userId } = message;
  if (userId !== null && account.kind === "web_push")
    await noteAttemptAtBrowsers(tx, { tenantId, userId }, { isSent, gone: outcome.goneDevices ?? [] });
  if (outcome.kind === "later" && outcome.scope === "account") {
    const until = retryAt(outcome.retryAfterSeconds, account.outages + 1, gateway);
    await pauseAccount(tx, tenantId, { id: account.id, until, why: outcome.why });
  }
  if (outcome.kind === "refused" && outcome.scope === "account")
    await breakAndSay(tx, tenantId, { id: account.id, why: outcome.why });
  return settleMessage(tx, tenantId, message, settlementOf(prepared, outcome, gateway));
}

/** An account pauses for as long as its outage lasts: its waits never run out. */
function retryAt(
  retryAfterSeconds: number | null,
  outages: number,
  { clock, random }: Pick<Gateway, "clock" | "random">,
): Date {
  const attempts = Math.min(outages, 10);
  return nextAttemptAt({ attempts, retryAfterSeconds, now: clock.now(), chance: random() })!;
}

async function breakAndSay(
  tx: TenantTransaction,
  tenantId: number,
  broken: { id: number; why: string },
): Promise<void> {
  if ((await breakAccount(tx, tenantId, broken)) === 0) return;
  await appendEvent(tx, {
    ...bySystem(tenantId, "messages"),
    entityType: ACCOUNT_SUBJECT,
    entityId: broken.id,
    type: "channel.refused",
    details: {},
  });
}

const unchanged = ({ message, before }: Prepared, now: Date) => ({
  knowledge: before,
  externalId: message.externalId,
  doubtful: message.doubtful,
  attempts: message.attempts,
  error: null,
  now,
});

function settlementOf(
  prepared: Prepared,
  outcome: SendOutcome,
  gateway: Pick<Gateway, "clock" | "random">,
): Settlement {
  const { message, step } = prepared;
  const now = gateway.clock.now();
  const same = unchanged(prepared, now);
  const again = (retryAfterSeconds: number | null, error: string): Settlement => {
    const attempts = message.attempts + 1;
    const nextAt = nextAttemptAt({ attempts, retryAfterSeconds, now, chance: gateway.random() });
    return { ...same, state: nextAt ? "due" : "failed", attempts, nextAt, error };
  };
  switch (outcome.kind) {
    case "sent": {
      const externalId = message.externalId ?? outcome.externalId;
      return { ...same, state: "sent", knowledge: step.knowledge, externalId, attempts: 0, nextAt: null };
    }
    case "later":
      // The account's pause decides when it goes on: an outage spends nobody's attempts.
      if (outcome.scope === "account") return { ...same, state: "due", nextAt: now, error: outcome.why };
      return again(outcome.retryAfterSeconds, outcome.why);
    case "refused":
      return outcome.scope === "account"
        ? { ...same, state: "due", nextAt: now, error: outcome.why }
        : { ...same, state: "failed", nextAt: null, error: outcome.why };
    case "unknown":
      // A card is changed to the same twice without harm; whatever followed a first message may stand there already.
      if (step.kind === "update") return again(null, outcome.why);
      if (message.externalId !== null)
        return { ...same, state: "sent", knowledge: step.knowledge, nextAt: null, error: outcome.why };
      return {
        ...same,
        state: "unknown",
        knowledge: step.knowledge,
        doubtful: true,
        nextAt: message.doubtful ? null : new Date(now.getTime() + UNKNOWN_SECONDS * 1_000),
        error: outcome.why,
      };
  }
}
