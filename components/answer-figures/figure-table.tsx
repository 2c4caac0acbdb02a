import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export interface FigureColumn<Row> {
  name: string;
  /** On a phone it stands beside the name of its row. */
  isMain?: true;
  /** It is no figure. The first column never is. */
  isWord?: true;
  show: (row: Row) => ReactNode;
}

interface FigureTableProps<Row> {
  label: string;
  columns: readonly FigureColumn<Row>[];
  rows: readonly { key: string; row: Row }[];
  empty: string;
}

/** Figures that line up in a table; on a phone each row is a card of its own. */
export function FigureTable<Row>({ label, columns, rows, empty }: FigureTableProps<Row>) {
  if (rows.length === 0)
    return <p className="rounded-[10px] border border-dashed px-4 py-5 text-sm text-ink-2">{empty}</p>;
  return (
    <>
      <div className="overflow-x-auto rounded-[10px] border bg-panel max-md:hidden">
        <table aria-label={label} className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-b text-xs text-ink-3">
              {columns.map(({ name, isWord }, at) => (
                <th key={name} scope="col" className={cn("px-3 py-2 font-medium", sideOf(at, isWord))}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, row }) => (
              <tr key={key} className="border-b border-line/70 last:border-0">
                {columns.map((column, at) => (
                  <Cell key={column.name} column={column} row={row} at={at} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-2.5 md:hidden">
        {rows.map(({ key, row }) => (
          <li key={key}>
            <Card columns={columns} row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

const sideOf = (at: number, isWord?: true) =>
  at === 0 ? "pl-4 text-left" : isWord ? "pr-4 text-left" : "text-right last:pr-4";

interface CellProps<Row> {
  column: FigureColumn<Row>;
  row: Row;
  at: number;
}

function Cell<Row>({ column: { isWord, isMain, show }, row, at }: CellProps<Row>) {
  const look = cn("px-3 py-2", sideOf(at, isWord));
  if (at === 0)
    return (
      <th scope="row" className={cn(look, "min-w-32 font-medium")}>
        {show(row)}
      </th>
    );
  return (
    <td className={cn(look, "whitespace-nowrap tabular-nums", isMain ? "font-medium" : "text-ink-2")}>
      {show(row)}
    </td>
  );
}

function Card<Row>({ columns, row }: { columns: readonly FigureColumn<Row>[]; row: Row }) {
  const [head, ...others] = columns;
  const main = others.find(({ isMain }) => isMain);
  return (
    <article className="grid gap-3 rounded-[10px] border bg-panel px-4 py-3">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="min-w-0 text-[15px] font-semibold">{head!.show(row)}</h3>
        {main && (
          <p className="shrink-0 text-[15px] font-semibold whitespace-nowrap tabular-nums">
            <span className="mr-1 text-xs font-normal text-ink-3">{main.name}</span>
            {main.show(row)}
          </p>
        )}
      </div>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-2.5">
        {others
          .filter((column) => column !== main)
          .map(({ name, show }) => (
            <div key={name} className="grid content-start">
              <dt className="text-xs text-ink-3">{name}</dt>
              <dd className="text-sm tabular-nums">{show(row)}</dd>
            </div>
          ))}
      </dl>
    </article>
  );
}
