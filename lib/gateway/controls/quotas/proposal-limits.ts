import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type ProposalLimitValues,
  findProposalLimits,
  lockProposalLimits,
  writeProposalLimits,
} from "@/db/queries/controls/proposal-limits";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import type { ProposalLimitsChange, ProposalLimitsView } from "@/lib/contract/settings/proposal-limits";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { AppError } from "@/lib/core/errors";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { shortLivedCache } from "@/lib/gateway/short-lived-cache";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";

/** The subject of the limits' own chain in the ledger; its entity id is the tenant's. */
const SUBJECT = "proposal_limits";

/** How much agents may propose and have waiting, and who decided that. Everybody may know. */
export async function readProposalLimits(
  { tenantId }: Person,
  gateway: Gateway = getGateway(),
): Promise<ProposalLimitsView> {
  return inTenant(gateway.database, tenantId, (tx) => viewIn(tx, tenantId, gateway));
}

/**
 * Changes limits for proposals from now on; what waits already stays. In other processes the proposals of a minute follow within
 * five seconds. @throws AppError not_allowed 403; validation_failed 422; for a higher limit session_required 403 and
 *   step_up_missing, step_up_invalid 428.
 */
export async function changeProposalLimits(
  admin: Person,
  { reason, ...change }: ProposalLimitsChange,
  gateway: Gateway = getGateway(),
): Promise<ProposalLimitsView> {
  requireRole(admin, "admin", "Changing limits");
  const { tenantId } = admin;
  const view = await inTenant(gateway.database, tenantId, async (tx) => {
    await lockProposalLimits(tx, tenantId);
    const before = await findProposalLimits(tx, tenantId);
    const after = withChange(before, change);
    assertPossible(after, gateway);
    const raised = raisesOf(before, after, gateway);
    if (raised.length > 0)
      await spendStepUp(tx, admin, { purpose: "change_proposal_limits", subject: raised.join(", ") });
    await writeProposalLimits(tx, tenantId, { ...after, reason, byLabel: admin.name });
    await appendEvent(tx, {
      ...byPerson(admin),
      entityType: SUBJECT,
      entityId: tenantId,
      type: "proposal_limits.changed",
      details: { ...change, reason, by_user_id: admin.userId },
    });
    return viewIn(tx, tenantId, gateway);
  });
  perMinutes.forget(String(tenantId), gateway);
  return view;
}

type Limits = Omit<ProposalLimitsChange, "reason">;

const withChange = (before: ProposalLimitValues, change: Limits): ProposalLimitValues => ({
  perMinuteMax: change.per_minute_max === undefined ? before.perMinuteMax : change.per_minute_max,
  pendingMax: change.pending_max ?? before.pendingMax,
  highMax: change.high_max ?? before.highMax,
  agentHighMax: change.agent_high_max ?? before.agentHighMax,
  recordMax: change.record_max ?? before.recordMax,
  recordHighMax: change.record_high_max ?? before.recordHighMax,
});

function assertPossible(limits: ProposalLimitValues, { quotas }: Gateway): void {
  const ceiling = quotas.tenantProposalsPerMinute;
  const issues = [
    (limits.perMinuteMax ?? 0) > ceiling && {
      path: "per_minute_max",
      message: `must be ${ceiling} at most, which this installation allows a company`,
    },
    limits.highMax > limits.pendingMax && {
      path: "high_max",
      message: `must be ${limits.pendingMax} at most, as many as may wait at all tiers`,
    },
    limits.recordHighMax > limits.recordMax && {
      path: "record_high_max",
      message: `must be ${limits.recordMax} at most, as many as may wait for the record at all tiers`,
    },
  ].filter((issue) => issue !== false);
  if (issues.length > 0)
    throw new AppError("validation_failed", "These limits do not go together.", { issues });
}

/** `500 waiting at L4 and L5`: the limits that let more through, so that a code for one change allows no other. */
function raisesOf(before: ProposalLimitValues, after: ProposalLimitValues, { quotas }: Gateway): string[] {
  const perMinute = (limits: ProposalLimitValues) => limits.perMinuteMax ?? quotas.tenantProposalsPerMinute;
  const pairs: [string, number, number][] = [
    ["a minute", perMinute(before), perMinute(after)],
    ["waiting", before.pendingMax, after.pendingMax],
    ["waiting at L4 and L5", before.highMax, after.highMax],
    ["of an agent at L4 and L5", before.agentHighMax, after.agentHighMax],
    ["of a record", before.recordMax, after.recordMax],
    ["of a record at L4 and L5", before.recordHighMax, after.recordHighMax],
  ];
  return pairs.filter(([, was, is]) => is > was).map(([words, , is]) => `${is} ${words}`);
}

async function viewIn(
  tx: TenantTransaction,
  tenantId: number,
  { quotas }: Gateway,
): Promise<ProposalLimitsView> {
  const row = await findProposalLimits(tx, tenantId);
  return {
    per_minute_max: row.perMinuteMax,
    per_minute_ceiling: quotas.tenantProposalsPerMinute,
    pending_max: row.pendingMax,
    high_max: row.highMax,
    agent_high_max: row.agentHighMax,
    record_max: row.recordMax,
    record_high_max: row.recordHighMax,
    reason: row.reason,
    changed_by: row.changedByLabel,
    changed_at: isoOf(row.changedAt),
  };
}

/** Asked before every proposal. */
const perMinutes = shortLivedCache<number | null>("company-per-minute", 5_000);

/** Proposals of all agents in a minute: the company's own limit, the installation's at most. Up to five seconds old. */
export async function companyPerMinute(tenantId: number, gateway: Gateway): Promise<number> {
  const ceiling = gateway.quotas.tenantProposalsPerMinute;
  const own = await perMinutes.get(String(tenantId), gateway, () =>
    inTenant(gateway.database, tenantId, async (tx) => (await findProposalLimits(tx, tenantId)).perMinuteMax),
  );
  return Math.min(own ?? ceiling, ceiling);
}
