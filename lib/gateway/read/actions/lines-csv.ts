import { LINES_PER_PAGE_MAX, type LineView } from "@/lib/contract/actions/lines";
import type { Person } from "@/lib/core/access/principal";
import { type CsvValue, centsText, csvRow } from "@/lib/core/values/csv";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { changeColumns } from "./change-columns";
import { listLines } from "./read-lines";

const header = [
  "line",
  "reference",
  "name",
  "for",
  "field",
  "from",
  "to",
  "delta",
  "delta_percent",
  "impact",
  "currency",
  "state",
  "read_back",
  "verification",
  "code",
  "message",
  "applied_at",
];

/** Every line of a roll with its delivery, as CSV (RFC 4180). @throws AppError not_found. */
export async function linesAsCsv(
  person: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<string> {
  const query = { cursor: 0, limit: LINES_PER_PAGE_MAX, state: "all" } as const;
  const { items, currency } = await listLines(person, id, query, gateway);
  const rows = items.flatMap((line) => rowsOf(line, currency));
  return [header, ...rows].map(csvRow).join("");
}

function changeCells(change: LineView["changes"][number]): CsvValue[] {
  const { from, to, delta, delta_percent: percent } = changeColumns(change);
  return [from, to, delta, percent];
}

function rowsOf(line: LineView, currency: string): CsvValue[][] {
  const { push } = line;
  return line.changes.map((change, index) => [
    line.line_no,
    line.entity_ref,
    line.subject,
    line.party,
    change.field,
    ...changeCells(change),
    index === 0 && line.impact_cents !== null ? centsText(line.impact_cents) : null,
    currency,
    push?.status ?? "proposed",
    index === 0 ? (push?.actual ?? null) : null,
    push?.verification ?? null,
    push?.error?.code ?? null,
    push?.error?.message ?? null,
    push?.applied_at ?? null,
  ]);
}
