import { inTenant } from "@/db/client";
import {
  type TrivialProposal,
  listTrivialProposals,
  listTrivialTypes,
} from "@/db/queries/actions/standing-authorisations";
import type { StandingPreview } from "@/lib/contract/settings/rules";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { holdsDeceptiveText } from "@/lib/core/values/shown-text";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertTrivial } from "./standing-authorisations";

const DAYS = 30;
const PROPOSALS_MAX = 5_000;
const EXAMPLES_MAX = 5;
const DAY_MS = 24 * 3_600_000;

/**
 * The proposals of the last 30 days that such an authorisation would have let through without a tap, and why it would have
 * left the others. Nothing is written. @throws AppError not_allowed 403; validation_failed 422 for a type that is not trivial.
 */
export async function previewStanding(
  admin: Person,
  draft: { action_types: readonly string[]; per_day_max: number },
  gateway: Gateway = getGateway(),
): Promise<StandingPreview> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  const { action_types: actionTypes, per_day_max: perDayMax } = draft;
  const rows = await inTenant(gateway.database, tenantId, async (tx) => {
    assertTrivial(actionTypes, await listTrivialTypes(tx, tenantId));
    return listTrivialProposals(tx, tenantId, { actionTypes, days: DAYS, limit: PROPOSALS_MAX + 1 });
  });
  const fates = fatesOf(rows.slice(0, PROPOSALS_MAX), perDayMax);
  return {
    days: DAYS,
    complete: rows.length <= PROPOSALS_MAX,
    types: actionTypes.map((action_type) => {
      const own = fates.filter((fate) => fate.actionType === action_type);
      const count = (end: Fate["end"]) => own.filter((fate) => fate.end === end).length;
      return {
        action_type,
        proposed: own.length,
        would_apply: count("applied"),
        over_the_day: count("over_the_day"),
        repeated: count("repeated"),
        doubtful: count("doubtful"),
        examples: own
          .filter((fate) => fate.end === "applied")
          .slice(-EXAMPLES_MAX)
          .map((fate) => fate.id),
      };
    }),
  };
}

interface Fate extends Pick<TrivialProposal, "id" | "actionType"> {
  end: "applied" | "over_the_day" | "repeated" | "doubtful";
}

/** As applyStandingAuthorisation would have decided, one after the other. */
function fatesOf(rows: readonly TrivialProposal[], perDayMax: number): Fate[] {
  const applied: number[] = [];
  return rows.map(({ id, actionType, createdAt, payloadText, repeated }) => {
    const at = Date.parse(createdAt);
    const today = applied.filter((time) => time > at - DAY_MS).length;
    const end = holdsDeceptiveText(JSON.parse(payloadText))
      ? "doubtful"
      : repeated
        ? "repeated"
        : today >= perDayMax
          ? "over_the_day"
          : "applied";
    if (end === "applied") applied.push(at);
    return { id, actionType, end };
  });
}
