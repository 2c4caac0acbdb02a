"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/forms/fields";
import { ReasonSheet } from "@/components/ui/sheets/reason-sheet";
import type { Thresholds } from "@/lib/contract/settings/thresholds";
import { RISK_TIERS, type RiskTier, tierLabel } from "@/lib/core/action/risk-tier";
import { thresholdFault } from "@/lib/core/action/threshold-range";
import type { ThresholdRow } from "@/lib/view/rules/threshold-rows";
import { atLeastOf, figureOf, unitWords } from "@/lib/view/rules/figure-input";
import { thresholdWords, weighedWords } from "@/lib/view/rules/threshold-words";
import { TierDifferences } from "./tier-differences";

interface ThresholdDialogProps {
  type: Thresholds["types"][number];
  row: ThresholdRow;
  thresholds: Thresholds;
  onClose: () => void;
}

/** A rule's figure and tier, and the actions of the last 30 days that they would have moved. */
export function ThresholdDialog({ type, row, thresholds, onClose }: ThresholdDialogProps) {
  const { rule, measures, otherTypes } = row;
  const { measure, shipped } = rule;
  const router = useRouter();
  const steppedUp = useSteppedUp();
  // The rules as they were when the dialog opened: the page behind it may have read newer ones.
  const [{ hash, currency, genuine }] = useState(thresholds);
  const [figure, setFigure] = useState(figureOf(measure, rule.at_least));
  const [tier, setTier] = useState<RiskTier>(rule.tier);
  const atLeast = atLeastOf(measure, figure);
  const fault = thresholdFault(measure, atLeast);
  const differs = atLeast !== rule.at_least || tier !== rule.tier;
  const draft = { action_type: type.action_type, name: rule.name, at_least: atLeast, tier };
  const wordsOf = (limit: string | null) => thresholdWords([measure], limit, currency);
  const titles = otherTypes.map(
    (name) => thresholds.types.find((one) => one.action_type === name)?.title ?? name,
  );
  const save = async (reason: string) => {
    const change = { ...draft, reason, base_hash: hash };
    const sentence = `Set to L${tier}: ${type.title}, ${wordsOf(atLeast)}`;
    const answered = await steppedUp("setThreshold", change, sentence);
    // Somebody else changed the rules: behind this dialog the page shows theirs.
    if (answered && !answered.ok && answered.problem.code === "changed") router.refresh();
    return answered;
  };
  return (
    <ReasonSheet
      title={`${type.title}: ${weighedWords(measures)}`}
      description={`Now L${rule.tier}: ${thresholdWords(measures, rule.at_least, currency)}.`}
      hint="It stands beside the rule, and is kept in the ledger."
      press={differs ? "Change" : "Set again"}
      pressed={differs ? "Changing…" : "Setting…"}
      ready={(differs || !genuine) && fault === null}
      refreshes
      send={save}
      done={() => `${type.title} is L${tier}: ${wordsOf(atLeast)}.`}
      onClose={onClose}
    >
      <FigureAndTier
        rule={rule}
        currency={currency}
        figure={figure}
        fault={fault}
        tier={tier}
        onFigure={setFigure}
        onTier={setTier}
      />
      {shipped && (shipped.at_least !== atLeast || shipped.tier !== tier) && (
        <div>
          <Button
            size="small"
            onClick={() => {
              setFigure(figureOf(measure, shipped.at_least));
              setTier(shipped.tier);
            }}
          >
            As shipped: L{shipped.tier}, {wordsOf(shipped.at_least)}
          </Button>
        </div>
      )}
      {titles.length > 0 && (
        <p className="text-sm text-ink-2">
          {titles.join(" and ")} reach{titles.length === 1 ? "es" : ""} the same field and change
          {titles.length === 1 ? "s" : ""} with it.
        </p>
      )}
      {differs && fault === null && <TierDifferences draft={draft} />}
    </ReasonSheet>
  );
}

interface FigureAndTierProps {
  rule: ThresholdRow["rule"];
  currency: string;
  figure: string;
  /** Null: the figure is one. */
  fault: string | null;
  tier: RiskTier;
  onFigure: (figure: string) => void;
  onTier: (tier: RiskTier) => void;
}

/** The two values of a rule. A type's own tier has no figure. */
function FigureAndTier({ rule, currency, figure, fault, tier, onFigure, onTier }: FigureAndTierProps) {
  const { measure, tier_min: tierMin } = rule;
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      {measure !== "base" && (
        <TextField
          name="at_least"
          label={unitWords(measure, currency)}
          hint="A write that reaches exactly this is lifted."
          error={fault === null ? null : faultWords(measure)}
          inputMode="decimal"
          className="text-right tabular-nums"
          value={figure}
          data-focus-first
          onChange={(event) => onFigure(event.target.value)}
        />
      )}
      <SelectField
        name="tier"
        label="Tier"
        hint={tierMin > 1 ? "Writes of this type always need a person: none is L1." : undefined}
        options={RISK_TIERS.filter((one) => one >= tierMin).map((one) => ({
          value: String(one),
          name: tierLabel(one),
        }))}
        value={String(tier)}
        onChange={(event) => onTier(Number(event.target.value) as RiskTier)}
      />
    </div>
  );
}

function faultWords(measure: ThresholdRow["rule"]["measure"]): string {
  if (measure.endsWith("_cents")) return "An amount of zero or more, with cents at most: 1000 or 2500.50.";
  return measure.endsWith("_percent")
    ? "A percentage of zero or more: 5 or 2.5."
    : "A whole number from 1 on.";
}
