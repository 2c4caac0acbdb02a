import type { Weighed } from "@/lib/action-types/shared/definition";
import { RISK_TIERS, type RiskTier } from "@/lib/core/action/risk-tier";
import type { WeightPart } from "@/lib/core/action/tier-rules";
import { type ProposalPayload, recordRefOf } from "@/lib/core/payload/payload";

/** The figures of a row that the database weighs besides the definition's own. */

/** Each line's share of the totals, for a roll of several lines. Null: the row itself is the share. */
export function weightPartsOf(
  { lines = [] }: Pick<ProposalPayload, "lines">,
  weighed: Weighed | null,
): WeightPart[] | null {
  if (lines.length < 2) return null;
  return lines.map((line, index) => {
    const share = weighed?.lines?.[index];
    return {
      cents: share?.impactCents ?? null,
      movement: share?.movementPercent ?? null,
      customer_ref: share?.customerRef ?? null,
      sku: share?.sku ?? null,
      location_ref: share?.locationRef ?? null,
      record: recordRefOf(line),
    };
  });
}

/** The record that the row writes to; of a roll of one line, that line's. */
export function onlyRecordOf(payload: ProposalPayload): string | null {
  const [line, another] = payload.lines ?? [];
  return line && !another ? recordRefOf(line) : recordRefOf(payload);
}

/** The tier that an agent claims: a number, or `L3`. Null: it claimed none that there is. */
export function claimedTierOf(claim: unknown): RiskTier | null {
  const digit = typeof claim === "string" ? /^L?([1-5])$/i.exec(claim.trim())?.[1] : claim;
  return RISK_TIERS.find((tier) => tier === Number(digit) && typeof digit !== "boolean") ?? null;
}
