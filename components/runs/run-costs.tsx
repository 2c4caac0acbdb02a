"use client";
import Link from "next/link";
import { PageSection } from "@/components/ui/page";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { RowList } from "@/components/ui/lists/row-list";
import type { ModelCostsView } from "@/lib/contract/workflows/models";
import { costWords, sumWords, usageWords } from "@/lib/view/runs/cost-words";

/** The costs of a run's model calls. */
export function RunCosts({ costs }: { costs: readonly ModelCostsView[] }) {
  return (
    <PageSection title="Costs" aside={<PricesLink />}>
      <RowList data-testid="run-costs">
        {costs.map((row) => (
          <li
            key={`${row.provider}/${row.model}/${row.currency}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3"
          >
            <h3 className="min-w-0 font-mono text-sm break-all">
              <UntrustedText>{`${row.provider}/${row.model}`}</UntrustedText>
            </h3>
            <Amount>{costWords(row)}</Amount>
            <p className="col-span-2 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-ink-2">
              {usageWords(row).map((words) => (
                <span key={words}>{words}</span>
              ))}
            </p>
          </li>
        ))}
        {costs.length > 1 && (
          <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 bg-sunken px-4 py-3">
            <span className="text-sm font-medium">Together</span>
            <Amount>{sumWords(costs)}</Amount>
          </li>
        )}
      </RowList>
    </PageSection>
  );
}

const Amount = ({ children }: { children: string }) => (
  <span className="text-right text-sm font-medium tabular-nums">{children}</span>
);

const PricesLink = () => (
  <Link
    href="/runs/model-prices"
    className="text-sm text-ink-2 underline-offset-2 hover:text-ink hover:underline max-md:-my-2.5 max-md:py-2.5"
  >
    Model prices
  </Link>
);
