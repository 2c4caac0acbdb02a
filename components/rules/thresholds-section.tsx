"use client";
import { TierBadge } from "@/components/action/change/tier-badge";
import { Badge } from "@/components/ui/badge";
import { lazily } from "@/components/ui/lazily";
import { PageSection } from "@/components/ui/page";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { EmptyState } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { Thresholds } from "@/lib/contract/settings/thresholds";
import { type ThresholdRow, isAsShipped, thresholdRows } from "@/lib/view/rules/threshold-rows";
import { fromText } from "@/lib/view/rules/figure-words";
import { weighedWords } from "@/lib/view/rules/threshold-words";

const ThresholdDialog = lazily(() => import("./threshold-dialog").then((module) => module.ThresholdDialog));

type Type = Thresholds["types"][number];

/** The rules that set the tier of a proposal, by action type. */
export function ThresholdsSection({ thresholds }: { thresholds: Thresholds }) {
  const { types, genuine } = thresholds;
  return (
    <PageSection title="Thresholds">
      <p className="max-w-2xl text-sm text-ink-2">
        The highest rule that holds sets the tier of a proposal. A change holds for the next proposal; what
        waits is weighed again when somebody approves it, and never lowered.
      </p>
      {!genuine && (
        <div className="grid max-w-2xl justify-items-start gap-1.5 text-sm text-ink-2">
          <Badge tone="bad">not set here</Badge>
          <p>
            They were changed in the database past Countersign, and everything is denied until somebody sets
            one of them again. Go through each figure first: one change puts all of them in force. Where
            several are wrong, stop approvals with a switch until the last one is right. Have whoever runs
            this installation find out who did that.
          </p>
        </div>
      )}
      {types.length === 0 ? (
        <EmptyState
          title="There are no rules"
          text="Without one every proposal is L5. Migrate the database."
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] divide-y rounded-[10px] border bg-panel shadow-lift">
          {types.map((type) => (
            <TypeRules key={type.action_type} type={type} thresholds={thresholds} />
          ))}
        </div>
      )}
    </PageSection>
  );
}

function TypeRules({ type, thresholds }: { type: Type; thresholds: Thresholds }) {
  const titleOf = (name: string) => thresholds.types.find((one) => one.action_type === name)?.title ?? name;
  return (
    <section
      aria-label={`Thresholds: ${type.title}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-3"
    >
      <h3 className="text-sm font-semibold">{type.title}</h3>
      {type.action_type === "*" && (
        <p className="text-xs text-ink-3">They hold besides the rules of a write&apos;s own type.</p>
      )}
      {type.obeys.length > 0 && (
        <p className="text-xs text-ink-3">
          Where its writes reach the same field, the rules of {type.obeys.map(titleOf).join(" and ")} hold
          too.
        </p>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {thresholdRows(type).map((row) => (
          <li key={row.rule.name}>
            <RuleRow type={type} row={row} thresholds={thresholds} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RuleRowProps {
  type: Type;
  row: ThresholdRow;
  thresholds: Thresholds;
}

function RuleRow({ type, row, thresholds }: RuleRowProps) {
  const { rule, measures } = row;
  const { currency } = thresholds;
  const words = weighedWords(measures);
  const figure = rule.at_least === null ? null : fromText(rule.measure, rule.at_least, currency);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line py-1.5 text-sm first:border-t-0 md:grid-cols-[minmax(0,1fr)_8.5rem_5.5rem_auto]">
      <div className="grid min-w-0 gap-0.5 max-md:col-span-2">
        <p className="flex flex-wrap items-center gap-x-2 text-ink-2">
          {words}
          {isAsShipped(rule) === false && <Badge tone="warn">changed</Badge>}
        </p>
        <LastChange rule={rule} currency={currency} />
      </div>
      <div className="contents max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-3">
        <p className="text-right font-medium whitespace-nowrap tabular-nums max-md:empty:hidden">{figure}</p>
        <p>
          <TierBadge tier={rule.tier} />
        </p>
      </div>
      <DialogButton
        size="small"
        aria-label={`Edit ${type.title}: ${words}${figure ? ` ${figure}` : ""}`}
        renderDialog={(onClose) => (
          <ThresholdDialog type={type} row={row} thresholds={thresholds} onClose={onClose} />
        )}
      >
        Edit…
      </DialogButton>
    </div>
  );
}

function LastChange({ rule, currency }: { rule: ThresholdRow["rule"]; currency: string }) {
  const { changed, shipped } = rule;
  const from = shipped?.at_least ? ` ${fromText(rule.measure, shipped.at_least, currency)}` : "";
  const differs = isAsShipped(rule) === false;
  if (!changed && !differs) return null;
  return (
    <p className="text-xs text-ink-3">
      {changed && (
        <>
          <RelativeTime iso={changed.at} /> by <UntrustedText>{changed.by}</UntrustedText>: “
          <UntrustedText>{changed.reason}</UntrustedText>”.{" "}
        </>
      )}
      {differs && shipped && `Ships as L${shipped.tier}${from}.`}
    </p>
  );
}
