"use client";
import { Icon } from "@/components/ui/icons/icon";
import { cn } from "@/components/ui/cn";
import { firstOrderOf, LINE_COLUMNS, type LineColumn, type LineOrder } from "@/lib/view/action/roll-lines";

interface LineColumnsProps {
  order: LineOrder;
  onOrder: (order: LineOrder) => void;
  /** `Customer` or `Vendor`. */
  party: string;
}

/** The heads of the columns, each of which sorts the lines; a second press turns the order round. */
export function LineColumns({ order, onOrder, party }: LineColumnsProps) {
  const names: Record<LineColumn, string> = {
    line: "Line",
    name: "Item",
    party,
    movement: "Movement",
    impact: "Impact",
    state: "State",
  };
  return (
    <fieldset
      aria-label="Sort the lines"
      className="flex min-w-0 flex-wrap items-center gap-x-1 border-b bg-sunken/50 px-1.5 py-0.5 text-xs text-ink-2"
    >
      <span className="px-1.5 text-ink-3">Sort by</span>
      {LINE_COLUMNS.map((column) => {
        const on = order.column === column;
        return (
          <button
            key={column}
            type="button"
            aria-pressed={on}
            onClick={() => onOrder(on ? { column, falls: !order.falls } : firstOrderOf(column))}
            className={cn(
              "inline-flex min-h-7 items-center gap-1 rounded-md px-1.5 hover:bg-sunken hover:text-ink max-md:min-h-11",
              on && "font-medium text-ink",
            )}
          >
            {names[column]}
            {on && <Icon name={order.falls ? "arrow-down" : "arrow-up"} className="size-3" />}
            {on && <span className="sr-only">{order.falls ? ", falling" : ", rising"}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
