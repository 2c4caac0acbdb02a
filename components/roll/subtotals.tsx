import { UntrustedText } from "@/components/ui/untrusted-text";
import type { LineView } from "@/lib/contract/actions/lines";
import { subtotalsOf, totalOf, type Subtotal } from "@/lib/view/action/roll-lines";
import { formatCents, formatCount, formatPercent } from "@/lib/view/decimal";
import { countWords } from "@/lib/view/words";

interface SubtotalsProps {
  /** All of the roll, whatever a filter shows of them. */
  lines: readonly LineView[];
  currency: string;
  /** `Customer` or `Vendor`. */
  heading: string;
}

const figure = "px-3 py-1.5 text-right font-mono text-[13px] whitespace-nowrap tabular-nums max-md:px-1.5";

/** The roll per customer: lines, worth a year, mean movement; and all of it below. */
export function Subtotals({ lines, currency, heading }: SubtotalsProps) {
  const total = totalOf(lines);
  return (
    <div className="max-h-[40vh] overflow-y-auto border-b">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">Per {heading.toLowerCase()}, of all lines</caption>
        <thead className="sticky top-0 bg-panel">
          <tr className="text-xs text-ink-3">
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {heading}
            </th>
            <th scope="col" className="px-3 py-1.5 text-right font-medium max-md:px-1.5">
              Lines
            </th>
            <th scope="col" className="px-3 py-1.5 text-right font-medium max-md:px-1.5">
              Impact a year
            </th>
            <th scope="col" className="px-3 py-1.5 text-right font-medium max-md:px-1.5">
              Mean move
            </th>
          </tr>
        </thead>
        <tbody>
          {subtotalsOf(lines).map((subtotal) => (
            <tr key={subtotal.party} className="border-t border-line/70">
              <th scope="row" className="px-3 py-1.5 text-left font-normal break-words">
                {subtotal.party === null ? (
                  <span className="text-ink-3">No {heading.toLowerCase()} known</span>
                ) : (
                  <UntrustedText>{subtotal.party}</UntrustedText>
                )}
              </th>
              <Figures of={subtotal} currency={currency} />
            </tr>
          ))}
        </tbody>
        <tfoot className="sticky bottom-0 bg-panel">
          <tr className="border-t font-semibold">
            <th scope="row" className="px-3 py-1.5 text-left">
              All lines
            </th>
            <Figures of={total} currency={currency} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Figures({ of: { lines, cents, unknown, movement }, currency }: { of: Subtotal; currency: string }) {
  return (
    <>
      <td className={figure}>{formatCount(lines)}</td>
      <td className={figure}>
        {cents === null ? (
          <span className="font-sans text-warn">not known</span>
        ) : (
          formatCents(cents, currency, { signed: true })
        )}
        {cents !== null && unknown > 0 && (
          <span className="block font-sans text-2xs text-warn">without {countWords(unknown, "line")}</span>
        )}
      </td>
      <td className={figure}>{movement === null ? "—" : formatPercent(movement, { signed: true })}</td>
    </>
  );
}
