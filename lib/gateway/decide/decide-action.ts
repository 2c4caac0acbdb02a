/** This room holds decisions: a person's, a standing authorisation's, and the end of waiting. */

import { type DecisionContextRow, claimDecision, readDecisionContext } from "@/db/queries/actions/decide";
import type { DecideResult } from "@/lib/contract/actions/decision";
import { noSuchAction } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import type { DecideCommand } from "@/lib/channels/channel";
import { aboutAction } from "@/lib/correlation";
import { traced } from "@/lib/tracing/traced";
import { engineInForce } from "@/lib/policy/active-policy";
import { afterCommit } from "@/lib/gateway/after-commit";
import { RETRY_SECONDS } from "@/lib/gateway/dispatch-outbox";
import { readAhead } from "@/lib/gateway/deliver/read-ahead";
import { revokeForgedConfirmations } from "@/lib/gateway/access/attestation-seal";
import { answerOfClaim, policyDenied } from "./claim-answer";
import { askPolicy, claimRequestOf } from "./claim-request";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { cachedPolicyHash, resolvePolicy, thresholdsOf } from "./cached-policy";
import { raiseTierAfter } from "./raise-tier";
import { correlationOfContext, logDecision } from "./log-decision";
import { sendKeptRequests } from "./send-kept-requests";

/**
 * Decides a proposed action: reads the facts, asks the policy, then makes one claim.
 *
 * A person who repeats the same decision gets `already_decided`; nothing is written twice.
 * @throws AppError already_decided 409 (members outcome, decision, decided_by, decided_at), expired 410, changed, drifted, tier_raised 412,
 *   blocked 423 (members switch, since), confirmation_missing / edit_token_missing / edit_token_invalid 428,
 *   not_allowed / own_proposal / not_independent / new_in_office / recently_recovered / policy_denied 403, not_found 404.
 */
export async function decideAction(
  person: Person,
  command: DecideCommand,
  gateway: Gateway = getGateway(),
): Promise<DecideResult> {
  requireRole(person, "approver", "Deciding");
  const { tenantId } = person;
  const read = () =>
    readDecisionContext(gateway.database, tenantId, command.actionId, cachedPolicyHash(tenantId));
  let context = await read();
  if (context && (await revokeForgedConfirmations(gateway.database, tenantId, context.confirmations)))
    context = await read();
  if (!context) throw noSuchAction();
  const correlation = correlationOfContext(context);
  const attributes = {
    "countersign.tenant.id": tenantId,
    "countersign.action.id": command.actionId,
    "countersign.action.tier": context.riskLevel,
    "countersign.decision": command.decision,
  };
  return traced("decide", { kind: "server", attributes, link: correlation }, async (describe) => {
    const result = await aboutAction(correlation, () => claim(person, command, context, gateway));
    describe({ "countersign.outcome": result.outcome });
    return result;
  });
}

async function claim(
  person: Person,
  command: DecideCommand,
  context: DecisionContextRow,
  gateway: Gateway,
): Promise<DecideResult> {
  const { tenantId } = person;
  const answers = askPolicy(
    engineInForce(tenantId, resolvePolicy(tenantId, context), thresholdsOf(context)),
    person,
    command,
    context,
  );
  if (answers.answer.effect === "deny" && context.status === "pending") throw policyDenied(answers.answer);

  const request = claimRequestOf(person, command, context, answers, gateway);
  // Somebody waits for this write: what the claim commits is sent without being read again.
  if (gateway.sendEvents) request.sends_request_seconds = RETRY_SECONDS;
  const row = await claimDecision(gateway.database, request);
  if (row.outcome === "claimed" || row.outcome === "vote_recorded")
    afterCommit(gateway, tenantId, row.pushId);
  else if (row.outcome === "already_decided" && row.decidedByUserId === person.userId)
    await sendKeptRequests(tenantId, [command.actionId], gateway);
  // The request is on its way, and comes back at once unless the approval can still be taken back.
  if (row.pushId !== null && row.graceUntil === null && gateway.sendEvents)
    readAhead(tenantId, row.pushId, gateway);
  logDecision(person, command, context, row.outcome);
  await raiseTierAfter(row, { tenantId, id: command.actionId }, context, gateway);
  return answerOfClaim(row, command, person, gateway);
}
