import type { TenantTransaction } from "@/db/client";
import type { ProposedActionRow } from "@/db/schema/actions";
import type { VersionResult } from "@/lib/contract/actions/amend";
import type { Person } from "@/lib/core/access/principal";
import { actionUrl } from "@/lib/gateway/read/proposals/action-url";
import type { Version } from "./propose-version";
import { isoOf } from "@/lib/core/values/time";
import { whyUncounted } from "@/lib/gateway/read/actions/why-uncounted";

/** The answer to the author of a new version: its tier, and whether they may approve it themselves. */
export async function versionResultOf(
  tx: TenantTransaction,
  action: ProposedActionRow,
  version: Pick<Version, "drift">,
  person: Person,
): Promise<VersionResult> {
  return {
    id: action.id,
    url: actionUrl(action.id),
    status: action.status,
    risk_level: action.riskLevel,
    risk_rule: action.riskRule,
    payload_hash: action.payloadHash,
    required_approvals: action.requiredApprovals,
    requires_step_up: action.requiresStepUp,
    expires_at: isoOf(action.expiresAt),
    supersedes_id: action.supersedesId,
    undo_of_id: action.undoOfId,
    drift: version.drift,
    own_approval: await whyUncounted(tx, person, action.id),
  };
}
