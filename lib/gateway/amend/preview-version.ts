import { type TenantTransaction, inTenant } from "@/db/client";
import { weighRisk } from "@/db/queries/actions/proposals";
import { readRulesInForce } from "@/db/queries/actions/tier-rules";
import { countApprovers } from "@/db/queries/people/people";
import type { Reproposal } from "@/lib/contract/actions/live-view";
import { isRoll } from "@/lib/action-types/payload/lines";
import { actionTypeOf } from "@/lib/action-types/registry";
import type { Person } from "@/lib/core/access/principal";
import { whyNotSoleAuthor } from "@/lib/core/action/own-proposal";
import { tierLabel } from "@/lib/core/action/risk-tier";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { compareDecimals } from "@/lib/core/values/decimal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { takeReadQuota } from "@/lib/gateway/controls/quotas/quotas";
import { requirementsIn } from "@/lib/gateway/propose/insert-proposal";
import { impactOf, weighedView, wordsOf } from "@/lib/gateway/read/actions/action-view";
import { readIfAllowed } from "@/lib/gateway/read/actions/amend-facts";
import { liveOf } from "@/lib/gateway/read/actions/live-facts";
import { ruleSentence } from "@/lib/view/rules/rule-words";
import { type Version, prepareVersion } from "./propose-version";
import { reproposalRequestOf } from "./repropose-action";

/**
 * Previews a new proposal of an action from the record as it is now. Nothing is stored. The tier is asked of the
 * database, the requirements of the policy, as for the proposal itself.
 * @throws AppError as reproposeAction, but for nothing_to_do, which the answer says.
 */
export async function previewReproposal(
  person: Person,
  actionId: number,
  gateway: Gateway = getGateway(),
): Promise<Reproposal> {
  const earlier = await readIfAllowed("repropose", person, actionId, gateway);
  await takeReadQuota(person, gateway);
  const version = await prepareVersion(reproposalRequestOf(person, earlier), gateway);
  return inTenant(gateway.database, person.tenantId, (tx) => previewVersion(tx, version, person, actionId));
}

/** The version in words and figures, in the place of the action that it would supersede. Null: it supersedes none. */
export async function previewVersion(
  tx: TenantTransaction,
  { row, agentName, payload, shownHash, isWrittenAlready }: Version,
  person: Person,
  insteadOf: number | null,
): Promise<Reproposal> {
  const { tenantId } = person;
  const { tier, rule, weighed } = await weighRisk(tx, row, insteadOf);
  const inForce = (await readRulesInForce(tx, tenantId, row.actionType, [rule])).get(rule) ?? null;
  const { needs } = await requirementsIn(tx, tenantId, {
    actionType: row.actionType,
    riskLevel: tier,
    impactCents: row.impactCents ?? null,
    onBehalfOfUserId: row.onBehalfOfUserId ?? null,
    requiredApprovals: 1,
    entityType: row.entityType,
    entityRef: row.entityRef,
    customerRef: row.customerRef ?? null,
    payloadText: row.payloadText,
    agentName,
  });
  const factsJson = row.factsJson ?? {};
  const live = liveOf(factsJson, row.factsReadAt ?? null);
  const { sentence, sayable, subject, details, about, changes } = wordsOf(payload, live);
  return {
    sentence,
    sayable,
    direction: directionOf(payload, live?.values ?? {}),
    subject,
    details,
    about,
    changes,
    impact: impactOf(
      {
        impactCents: row.impactCents ?? null,
        impactCurrency: row.impactCurrency ?? "USD",
        factsJson,
        factsReadAt: row.factsReadAt ?? null,
      },
      actionTypeOf(row.actionType)?.rollFigures?.(payload, live) ?? null,
    ),
    movement_percent: row.movementPercent ?? null,
    weighed: weighedView(weighed),
    facts: live?.facts ?? {},
    risk_level: tier,
    risk_label: tierLabel(tier),
    risk_rule: rule,
    rule_words: ruleSentence({ name: rule, inForce, weighed, currency: row.impactCurrency ?? "USD" }),
    required_approvals: needs.requiredApprovals,
    requires_step_up: needs.requiresStepUp,
    own_approval: whyNotSoleAuthor({
      riskLevel: tier,
      requiredApprovals: needs.requiredApprovals,
      approverCount: await countApprovers(tx, tenantId),
    }),
    shown_hash: shownHash,
    nothing_to_do: isWrittenAlready,
    why_not: null,
    verified: live !== null,
  };
}

/** The direction of the main figure: for a new record, whether it adds to the present value or takes from it. */
function directionOf(
  payload: ProposalPayload,
  values: Readonly<Record<string, string | null>>,
): Reproposal["direction"] {
  const definition = actionTypeOf(payload.action_type);
  if (!definition || isRoll(payload.action_type)) return null;
  const figures = definition.fields.filter(({ kind }) => kind !== "text").map(({ field }) => field);
  const main = payload.changes.find(({ field }) => figures.includes(field));
  if (!main || main.to === null) return null;
  const before = definition.effect === "create" ? "0" : (values[main.field] ?? textOf(main.from));
  const way = compareDecimals(String(main.to), before);
  if (way === null) return null;
  return way === 1 ? "raises" : way === -1 ? "lowers" : "keeps";
}

function textOf(value: string | number | null | undefined): string | null {
  return value === undefined || value === null ? null : String(value);
}
