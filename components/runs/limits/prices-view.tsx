"use client";
import Link from "next/link";
import { useViewer } from "@/components/data/viewer";
import { Icon } from "@/components/ui/icons/icon";
import { PageFrame } from "@/components/ui/page";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";
import { EmptyState } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { RowList } from "@/components/ui/lists/row-list";
import type { ModelPrices } from "@/lib/contract/workflows/models";
import { mayAdminister } from "@/lib/core/access/principal";
import { formatMoney } from "@/lib/view/decimal";
import { useModelPrices } from "@/components/runs/queries";

// Its code comes with the first press.
const PriceDialog = lazyDialog(() => import("./price-dialog").then((module) => module.PriceDialog));

type Price = ModelPrices["items"][number];

/** The prices of models. Everybody sees them; administrators set them. */
export function PricesView({ initial }: { initial: ModelPrices }) {
  const { data: { items } = initial } = useModelPrices(initial);
  const administers = mayAdminister(useViewer().role);
  return (
    <PageFrame
      title="Model prices"
      text="For a million tokens. A price holds from its day on, in UTC, until the next one of the same model; a call keeps the cost that it got."
    >
      <div className="-mt-3 flex flex-wrap items-center justify-between gap-3">
        <Link
          href="/runs"
          className="flex w-fit items-center gap-1.5 text-sm text-ink-2 hover:text-ink max-md:min-h-11"
        >
          <Icon name="arrow-left" className="size-4" /> All runs
        </Link>
        {administers && (
          <DialogButton renderDialog={(onClose) => <PriceDialog onClose={onClose} />}>
            Set a price…
          </DialogButton>
        )}
      </div>
      {items.length === 0 ? (
        <EmptyState
          title="No model has a price yet"
          text="Runs that ask models show their tokens, and their costs as not priced. A price that is set later gives calls since its first day their cost."
        />
      ) : (
        <RowList aria-label="Prices by model, the newest first" data-testid="model-prices">
          {items.map((price) => (
            <PriceRow key={`${price.provider}/${price.model}/${price.from}`} price={price} />
          ))}
        </RowList>
      )}
    </PageFrame>
  );
}

function PriceRow({ price }: { price: Price }) {
  return (
    <li className="grid gap-1 px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 font-mono text-sm font-medium break-all">
          <UntrustedText>{`${price.provider}/${price.model}`}</UntrustedText>
        </h2>
        <p className="text-xs text-ink-2">
          From <span className="font-mono">{price.from}</span>
        </p>
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm tabular-nums">
        {partsOf(price).map((words) => (
          <span key={words}>{words}</span>
        ))}
      </p>
      <p className="min-w-0 text-xs break-words text-ink-3">
        <UntrustedText>{price.changed_by}</UntrustedText> <RelativeTime iso={price.changed_at} />: “
        <UntrustedText>{price.reason}</UntrustedText>”
      </p>
    </li>
  );
}

function partsOf({ currency, input, cached, output, reasoning }: Price): string[] {
  const money = (value: string) => formatMoney(value, currency);
  return [
    `${money(input)} in`,
    ...(cached === null ? [] : [`${money(cached)} cached in`]),
    `${money(output)} out`,
    ...(reasoning === null ? [] : [`${money(reasoning)} reasoning`]),
  ];
}
