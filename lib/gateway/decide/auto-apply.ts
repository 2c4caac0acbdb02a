import { inTenant } from "@/db/client";
import { claimDecision, readUnwrittenEnds } from "@/db/queries/actions/decide";
import { readStoredSwitches } from "@/db/queries/controls/kill-switches";
import { findOwnProposal, wasProposedToday } from "@/db/queries/actions/proposals";
import { listUsableSignatures } from "@/db/queries/actions/standing-authorisations";
import type { ProposedActionRow } from "@/db/schema/actions";
import { holdsDeceptiveText } from "@/lib/core/values/shown-text";
import { describeError, log } from "@/lib/log";
import { activePolicyIn, askAutoApply, policyFactsIn } from "@/lib/policy/active-policy";
import { afterCommit } from "@/lib/gateway/after-commit";
import { isByAdministrator, isGenuine } from "@/lib/gateway/access/standing-seal";
import type { Gateway } from "@/lib/gateway/context";
import { judgeSwitches } from "@/lib/gateway/controls/switch-seal";
import { raiseTierAfter } from "./raise-tier";
import { pushRequestsOf } from "@/lib/gateway/deliver/push-request";
import { findUnwritten } from "@/lib/gateway/ledger/seals/unwritten-seal";
import { sealVote } from "@/lib/gateway/ledger/seals/vote-seal";

/**
 * Approves a trivial write without a person, if a named admin has signed for it, the policy permits it and the same
 * write did not occur within a day. It uses the same claim as a person's decision. Any obstacle leaves the action
 * pending, so a person can still decide it. Returns the current row.
 */
export async function applyStandingAuthorisation(
  action: ProposedActionRow,
  agentName: string,
  gateway: Gateway,
): Promise<ProposedActionRow> {
  // It stands for one person: what a run's text or the policy wants two for waits for them.
  if (action.riskLevel !== 1 || action.status !== "pending" || action.requiredApprovals > 1) return action;
  // Signed for were texts as they look; this one may not be as it looks.
  if (holdsDeceptiveText(JSON.parse(action.payloadText))) return action;
  try {
    // A write to an account that two companies use waits for a person.
    if (await gateway.accounts?.isShared(action.tenantId)) return action;
    const claimed = await claimOnBehalf(action, agentName, gateway);
    if (!claimed) return action;
  } catch (error) {
    log.warn(
      { actionId: action.id, error: describeError(error) },
      "A standing authorisation could not be applied; a person decides",
    );
    return action;
  }
  afterCommit(gateway, action.tenantId);
  const row = await inTenant(gateway.database, action.tenantId, (tx) =>
    findOwnProposal(tx, action.tenantId, action.agentId, action.id),
  );
  return row ?? action;
}

async function claimOnBehalf(
  action: ProposedActionRow,
  agentName: string,
  gateway: Gateway,
): Promise<boolean> {
  const { tenantId } = action;
  const grant = await inTenant(gateway.database, tenantId, async (tx) => {
    const candidates = await listUsableSignatures(tx, tenantId, action.actionType);
    const authorisation = candidates.find((one) => isGenuine(one) && isByAdministrator(one));
    if (!authorisation || (await wasProposedToday(tx, tenantId, action.id))) return null;
    const engine = await activePolicyIn(tx, tenantId);
    const answer = askAutoApply(engine, {
      standingAuthorisation: true,
      // The standing authorisation takes the place of the approvals.
      facts: await policyFactsIn(tx, tenantId, { ...action, agentName, requiredApprovals: 1 }),
    });
    if (answer.effect !== "permit") return null;
    const switches = judgeSwitches(await readStoredSwitches(tx, tenantId));
    const unwritten = findUnwritten(tenantId, await readUnwrittenEnds(tx, tenantId, action.actionType));
    return { authorisation, answer, thresholdsVersion: engine.thresholdsVersion, switches, unwritten };
  });
  if (!grant) return false;
  const { authorisation, answer, thresholdsVersion, switches, unwritten } = grant;
  const row = await claimDecision(gateway.database, {
    tenant_id: tenantId,
    action_id: action.id,
    decision: "approve",
    payload_hash: action.payloadHash,
    risk_level: action.riskLevel,
    actor_kind: "policy",
    actor_user_id: null,
    actor_label: `standing authorisation #${authorisation.id} signed by ${authorisation.signedByLabel}`,
    comment: null,
    channel: "policy",
    confirmed: false,
    asks_confirmation: false,
    edit_token_forms: null,
    standing_authorisation_id: authorisation.id,
    policy: { version: answer.version, hash: answer.hash, rule: answer.rule },
    required_approvals: 1,
    requires_step_up: false,
    seal: sealVote({
      tenantId,
      actionId: action.id,
      payloadHash: action.payloadHash,
      riskLevel: action.riskLevel,
      userId: null,
      standingAuthorisationId: authorisation.id,
    }),
    thresholds_version: thresholdsVersion,
    switches_from_environment: [...gateway.switchesFromEnvironment],
    switches_seen: switches,
    words_seen: [],
    unwritten,
    pushes: pushRequestsOf({ ...action, actionId: action.id }),
  });
  await raiseTierAfter(row, { tenantId, id: action.id }, { ...action, agentName }, gateway);
  return row.outcome === "claimed";
}
