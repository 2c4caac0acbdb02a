import type { ActionDetail, ActionSummary } from "@/lib/contract/actions/action-view";
import { formatCents, formatCount, formatPercent } from "@/lib/view/decimal";
import { measureWords } from "@/lib/view/action/status-words";
import { figureText, fromText } from "@/lib/view/rules/figure-words";
import { countWords, plainWords, sentenceCase } from "@/lib/view/words";

/** The figures an action was weighed by, as the detail's grid shows them. */
export interface FactRow {
  name: string;
  value: string;
  note: string | null;
}

/** `L4 from $1,000`: what the next tier would take on this measure; null where no rule weighs it. */
function nextTier(detail: ActionDetail, measure: string): string | null {
  const next = detail.thresholds
    .filter((rule) => rule.measure === measure && rule.at_least !== null && rule.tier > detail.risk_level)
    .sort((a, b) => Number(a.at_least) - Number(b.at_least))[0];
  return next ? `L${next.tier} ${fromText(measure, next.at_least!, detail.impact.currency)}` : null;
}

/** Null where it is not known: a figure that no write is part of would look small. */
export function impactCentsOf({ cents, lines_weighed: weighed }: ActionSummary["impact"]): number | null {
  return weighed === 0 ? null : cents;
}

/** `+$540`, of a roll with the lines that it covers: `+$3,480 over 65 of 500 lines`. Words where it could not be worked out. */
export function impactText({ impact }: Pick<ActionSummary, "impact">): string {
  const { currency, lines_total: total, lines_weighed: weighed } = impact;
  const cents = impactCentsOf(impact);
  if (cents === null)
    return weighed === null || weighed === 0 || weighed === total
      ? "Not known"
      : `Not known for ${total - weighed} of ${countWords(total, "line")}`;
  const amount =
    cents === 0 ? "No dollar impact" : formatCents(cents, currency, { signed: true, short: true });
  if (total === 1) return amount;
  const covered = weighed === null || weighed === total ? "" : `${formatCount(weighed)} of `;
  return `${amount} over ${covered}${countWords(total, "line")}`;
}

export function factsForPage(detail: ActionDetail): FactRow[] {
  const { basis } = detail.impact;
  const facts: FactRow[] = [
    {
      name: "Impact",
      value: impactText(detail),
      // An action that moves no money is nowhere near a limit of money.
      note:
        [
          impactCentsOf(detail.impact) === null ? null : basis,
          detail.impact.cents === 0 ? null : nextTier(detail, "impact_cents"),
        ]
          .filter(Boolean)
          .join(" · ") || null,
    },
  ];
  if (detail.movement_percent !== null) {
    const value = formatPercent(detail.movement_percent, { signed: true });
    facts.push({ name: "Movement", value, note: nextTier(detail, "movement_percent") });
  }
  return [...facts, ...totals(detail), ...readFacts(detail)];
}

const cumulative = [
  "cumulative_customer_cents",
  "cumulative_sku_cents",
  "cumulative_agent_cents",
  "cumulative_location_cents",
  "cumulative_entity_cents",
];

const alwaysShown = ["cumulative_customer_cents", "cumulative_sku_cents"];

/** Today's totals: the customer's and the item's wherever a rule weighs them, the others half-way to lifting the tier. */
function totals(detail: ActionDetail): FactRow[] {
  return cumulative.flatMap((measure): FactRow[] => {
    const value = detail.weighed[measure];
    const rules = detail.thresholds.filter((rule) => rule.measure === measure);
    if (!value || value === "0" || rules.length === 0) return [];
    const isNear = rules.some(
      (rule) => rule.tier > detail.risk_level && Number(value) * 2 >= Number(rule.at_least),
    );
    if (!isNear && !alwaysShown.includes(measure)) return [];
    const note = nextTier(detail, measure) ?? "with this one";
    return [
      { name: measureWords(measure), value: figureText(measure, value, detail.impact.currency, false), note },
    ];
  });
}

/** Facts that are shown elsewhere, or mean nothing without their context. */
const elsewhere = /value|live|_at$|_id$|_ref$|hash|name|last_modified|currency|credit_limit/;

function readFacts(detail: ActionDetail): FactRow[] {
  return Object.entries(detail.facts).flatMap(([key, value]): FactRow[] => {
    if ((typeof value !== "string" && typeof value !== "number") || elsewhere.test(key)) return [];
    const text = String(value);
    const name = sentenceCase(plainWords(key.replace(/_(percent|cents|units)$/, "")));
    if (key.endsWith("_percent"))
      return [{ name, value: formatPercent(text), note: key.includes("share") ? "of revenue" : null }];
    if (key.endsWith("_cents"))
      return [{ name, value: formatCents(text, detail.impact.currency, { short: true }), note: null }];
    return [];
  });
}
