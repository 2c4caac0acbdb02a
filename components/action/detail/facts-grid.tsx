import type { ActionDetail } from "@/lib/contract/action-view";
import { shownFacts } from "@/lib/view/action/facts";

export function FactsGrid({ detail }: { detail: ActionDetail }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-[9px] border bg-panel lg:grid-cols-4">
      {shownFacts(detail).map((fact) => (
        <div key={fact.name} className="grid content-start gap-0.5 px-3 py-2.5 outline outline-line">
          <dt className="text-xs text-ink-3">{fact.name}</dt>
          <dd className="text-[15px] leading-6 font-semibold">{fact.value}</dd>
          {fact.note && <dd className="text-xs text-ink-2">{fact.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
