"use client";
import { Badge } from "@/components/ui/badge";
import { PageSection } from "@/components/ui/page";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { OrderedRowList } from "@/components/ui/lists/row-list";
import type { StepView } from "@/lib/contract/workflows/runs";
import { stepAnchor } from "@/lib/view/runs/run-filter";
import { stepWords } from "@/lib/view/runs/run-words";
import type { StepGroup } from "@/lib/view/runs/step-groups";
import { countWords } from "@/lib/view/words";
import { StatusBadge } from "./status-badge";
import { StepParts, StepTime } from "./step-parts";

export const anchorOf = ({ step_id: id, on_error: onError }: StepView): string =>
  stepAnchor(onError ? `error-${id}` : id);

/** Every step in the order of the text, with its items: the picture in words, and more. */
export function RunSteps({ groups }: { groups: readonly StepGroup[] }) {
  return (
    <PageSection title="Steps">
      <OrderedRowList>
        {groups.map((group) => (
          <StepEntry key={anchorOf(group.step)} group={group} />
        ))}
      </OrderedRowList>
    </PageSection>
  );
}

function StepEntry({ group }: { group: StepGroup }) {
  const { step, items, words, done } = group;
  return (
    <li
      id={anchorOf(step)}
      data-step={step.step_id}
      data-status={step.status}
      className="grid scroll-mt-4 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 px-4 py-3 target:bg-accent-soft md:grid-cols-[11.5rem_minmax(0,1fr)_auto] md:items-baseline"
    >
      <span className="flex max-md:row-start-2">
        <StatusBadge words={words} done={done} />
      </span>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-1 max-md:col-span-2 max-md:row-start-1">
        <h3 className="min-w-0 text-sm font-medium break-words">
          <UntrustedText>{step.title ?? step.step_id}</UntrustedText>
        </h3>
        <span className="font-mono text-xs text-ink-3">
          {step.title !== null && `${step.step_id} · `}
          {step.tool_name}
          {step.model !== null && (
            <>
              {" · "}
              <UntrustedText>{step.model}</UntrustedText>
            </>
          )}
        </span>
        {step.on_error && <Badge>after an error</Badge>}
      </div>
      <span className="text-right max-md:row-start-2">
        <StepTime step={step} />
      </span>
      <div className="grid min-w-0 gap-1.5 max-md:col-span-2 md:col-span-2 md:col-start-2 empty:hidden">
        <StepParts step={step} />
        {items.length > 0 && <Items step={step} items={items} />}
      </div>
    </li>
  );
}

/** So many are in view at once; the others fold. */
const openItemsMax = 10;

function Items({ step, items }: { step: StepView; items: readonly StepView[] }) {
  return (
    <details open={items.length <= openItemsMax}>
      <summary className="w-fit rounded text-xs text-ink-2 underline-offset-2 hover:underline max-md:py-3">
        {countWords(items.length, "item")}
      </summary>
      <ol className="mt-1 grid border-l-2 pl-3" aria-label={`Items of ${step.step_id}`}>
        {items.map((item) => (
          <li key={item.item} data-item={item.item} data-status={item.status} className="grid gap-1 py-1.5">
            <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
              <span className="w-14 text-xs text-ink-2">
                Item <span className="font-mono">{(item.item ?? 0) + 1}</span>
              </span>
              <StatusBadge words={stepWords(item)} />
              <span className="flex-1" />
              <StepTime step={item} />
            </div>
            <StepParts step={item} />
          </li>
        ))}
      </ol>
    </details>
  );
}
