"use client";
import type { ReactNode } from "react";

interface ChartFrameProps {
  title: string;
  /** The same figures as a table: for those who cannot see the chart, and for those who want the numbers. */
  columns: string[];
  rows: (string | number)[][];
  empty: string;
  children: ReactNode;
}

export function ChartFrame({ title, columns, rows, empty, children }: ChartFrameProps) {
  return (
    <section aria-label={title} className="grid content-start gap-3 rounded-[10px] border bg-panel p-4">
      <h2 className="text-sm font-semibold">{title}</h2>
      {rows.length === 0 ? (
        <p className="py-10 text-center text-sm text-ink-2">{empty}</p>
      ) : (
        <>
          <div aria-hidden className="h-52">
            {children}
          </div>
          <details>
            <summary className="w-fit rounded text-xs text-ink-2 underline-offset-2 hover:underline max-md:py-3">
              As a table
            </summary>
            <table className="mt-2 w-full border-collapse text-xs">
              <thead>
                <tr className="text-left text-ink-3">
                  {columns.map((column) => (
                    <th key={column} scope="col" className="py-1 pr-3 font-medium">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row[0]} className="border-t border-line/70">
                    {row.map((cell, index) => (
                      <td key={columns[index]} className="py-1 pr-3 font-mono">
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  );
}
