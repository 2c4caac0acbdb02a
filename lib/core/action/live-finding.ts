/** The comparison of a live reading with the proposal that it was made for. db/migrations/0013 says what each means. */
export const LIVE_FINDINGS = ["holds", "moved", "drifted", "missing", "elsewhere"] as const;
export type LiveFinding = (typeof LIVE_FINDINGS)[number];

/** A reading counts for so long: an approval that it speaks against is refused, and the page reads again after it. */
export const LIVE_FRESH_SECONDS = 30;

/** Why a write that this was found for is not approved; null where it may be. The SQL function decide_action repeats it. */
export function whyNotApprovable(
  finding: LiveFinding,
  tier: { stored: number; live: number | null },
): string | null {
  switch (finding) {
    case "missing":
      return "The record is gone from NetSuite: approving this would write nothing.";
    case "elsewhere":
      return "The names in this proposal now lead to another record in NetSuite: approving this would write nothing.";
    case "drifted":
      return "The record changed since this was proposed: approving this would write nothing.";
    case "holds":
    case "moved":
      if (tier.live === null || tier.live <= tier.stored) return null;
      return "The record changed since this was proposed, and from its present value the tier is higher.";
  }
}

/** A card's sentence about a record that is no longer as the proposal starts from; null: it is. Any such card leads to the page. */
export function changedRecordWords(
  { finding, riskLevel }: { finding: LiveFinding; riskLevel: number | null },
  storedRiskLevel: number,
): string | null {
  if (finding === "holds") return null;
  const why = whyNotApprovable(finding, { stored: storedRiskLevel, live: riskLevel });
  return why ?? "The record has changed since this was proposed: open it.";
}
