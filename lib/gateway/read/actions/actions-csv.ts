import { type TenantTransaction, inTenant } from "@/db/client";
import { listActions as listRows } from "@/db/queries/actions/actions";
import type { ListCursor } from "@/db/queries/actions/list-order";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import type { ChangeView } from "@/lib/contract/actions/action-view";
import { CSV_ROWS_MAX, type CsvQuery } from "@/lib/contract/actions/list-query";
import type { AnySummary } from "@/lib/contract/actions/outline";
import type { Person } from "@/lib/core/access/principal";
import { usualSort } from "@/lib/core/action/list-order";
import { BYTE_ORDER_MARK, type CsvValue, centsText, csvRow } from "@/lib/core/values/csv";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { takeDownloadQuota } from "@/lib/gateway/controls/quotas/quotas";
import { readableOf, summaryOf } from "./action-view";
import { changeColumns } from "./change-columns";
import { filterOf } from "./list-actions";
import { sightIn } from "./sight";

const shippedLimits = { rowsMax: CSV_ROWS_MAX, rowsPerPage: 500 };

export interface CsvFile {
  name: string;
  stream: ReadableStream<Uint8Array>;
}

/**
 * A list with its filters and its order as CSV, one action a row. It is read page by page while it is sent; who took it
 * stands in the ledger before its first row leaves. Content that is hidden from the person is empty.
 * @throws AppError rate_limited 429.
 */
export async function actionsAsCsv(
  person: Person,
  query: CsvQuery,
  gateway: Gateway = getGateway(),
  limits = shippedLimits,
): Promise<CsvFile> {
  await takeDownloadQuota(person, gateway);
  await inTenant(gateway.database, person.tenantId, (tx) =>
    appendEvent(tx, {
      ...byPerson(person),
      entityType: "person",
      entityId: person.userId,
      type: "person.list_downloaded",
      details: { user_id: person.userId, ...filterDetails(query) },
    }),
  );
  const pages = pagesOf(person, query, gateway, limits);
  // A list that cannot be read is refused, not cut off.
  const first = await pages.next();
  const date = gateway.clock.now().toISOString().slice(0, 10);
  return {
    name: `${person.tenantSlug}-${query.status}-${date}.csv`,
    stream: streamOf(first.done ? "" : first.value, pages),
  };
}

/** The list that was taken, for the ledger: ids and plain words. Words that were looked for are not kept. */
function filterDetails({ q, customer, ...query }: CsvQuery): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
    ...(customer === undefined ? {} : { by_customer: true }),
    ...(q === undefined ? {} : { by_words: true }),
  };
}

async function* pagesOf(
  person: Person,
  query: CsvQuery,
  gateway: Gateway,
  { rowsMax, rowsPerPage }: typeof shippedLimits,
): AsyncGenerator<string> {
  const sort = query.sort ?? usualSort(query.status);
  const { database, searchTurns } = gateway;
  const page = (cursor: ListCursor | null, limit: number) => {
    const read = async (tx: TenantTransaction) => {
      const sight = await sightIn(tx, person);
      const filter = { ...(await filterOf(tx, person.tenantId, query, sight)), sort, limit };
      return { sight, ...(await listRows(tx, person.tenantId, filter, cursor)) };
    };
    // After the first page nothing can be refused any more: a file that breaks off is worth nothing.
    const isPatient = cursor !== null;
    return searchTurns.read(person, query.q, () => inTenant(database, person.tenantId, read), { isPatient });
  };
  let head = BYTE_ORDER_MARK + csvRow(Object.keys(columns));
  let cursor: ListCursor | null = null;
  for (let sent = 0; ;) {
    const wanted = Math.min(rowsPerPage, rowsMax - sent);
    const { rows, end, sight }: Awaited<ReturnType<typeof page>> = await page(cursor, wanted);
    const now = gateway.clock.now();
    const readable = readableOf(rows, (row) => summaryOf(row, sight, now));
    yield head + readable.map(({ summary }) => rowOf(summary)).join("");
    sent += rows.length;
    // A full page may be the last one.
    if (end === null) return;
    if (sent >= rowsMax) {
      const { rows: others } = await page(end, 1);
      return others.length === 0 ? undefined : yield csvRow(cutOffAfter(rowsMax));
    }
    cursor = end;
    head = "";
  }
}

type Column = (action: AnySummary) => CsvValue;

/** In order, by the names of their heads. Those of content are empty where it is hidden. */
const columns: Record<string, Column> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  tier: ({ risk_level: tier }) => tier,
  type: ({ action_type: type }) => type,
  record_type: ({ entity_type: type }) => type,
  reference: ({ entity_ref: reference }) => reference,
  subject: ({ subject }) => subject,
  customer: ({ customer }) => customer,
  lines: ({ line_count: lines }) => lines,
  // Of an action with a single change, so that figures stand alone in their cells.
  field: (action) => onlyChange(action)?.field ?? null,
  from: (action) => onlyChange(action)?.from ?? null,
  to: (action) => onlyChange(action)?.to ?? null,
  delta: (action) => onlyChange(action)?.delta ?? null,
  delta_percent: (action) => onlyChange(action)?.delta_percent ?? null,
  change: (action) => (action.changes ?? []).map(changeText).join("; ") || action.sentence,
  impact: ({ impact: { cents, lines_weighed: weighed } }) =>
    cents === null || weighed === 0 ? null : centsText(cents),
  currency: ({ impact }) => impact.currency,
  agent: ({ agent }) => agent,
  on_behalf_of: ({ on_behalf_of: person }) => person,
  author: ({ author }) => author,
  created_at: ({ created_at: at }) => at,
  expires_at: ({ expires_at: at }) => at,
  approvals: ({ approvals }) => approvals,
  required_approvals: ({ required_approvals: approvals }) => approvals,
  decision: ({ decision }) => decision,
  decided_by: ({ decided_by: by }) => by,
  decided_at: ({ decided_at: at }) => at,
  comment: ({ comment }) => comment,
  ended_at: ({ ended_at: at }) => at,
  ended_by: ({ ended_by: by }) => by,
  end_reason: ({ end_reason: reason }) => reason,
  applied_at: ({ applied_at: at }) => at,
  write: ({ push }) => push?.status ?? null,
  verification: ({ push }) => push?.verification ?? null,
  supersedes: ({ supersedes_id: id }) => id,
  superseded_by: ({ superseded_by_id: id }) => id,
  undo_of: ({ undo_of_id: id }) => id,
  payload_hash: ({ payload_hash: hash }) => hash,
  content_hidden: ({ redacted }) => (redacted ? "yes" : "no"),
};

const rowOf = (action: AnySummary): string => csvRow(Object.values(columns).map((column) => column(action)));

const onlyChange = ({ changes }: AnySummary) => {
  const change = changes?.length === 1 ? changes[0]! : null;
  return change && { field: change.field, ...changeColumns(change) };
};

function changeText(change: ChangeView): string {
  if (change.is_difference)
    return `${change.field}: ${change.to}${change.leaves === null ? "" : `, leaves ${change.leaves}`}`;
  const { from: before } = changeColumns(change);
  return `${change.field}: ${before === null ? "" : `${before} → `}${change.to ?? "(emptied)"}`;
}

/** The last row of a list that is longer than a file: it looks like no action, and says how to get the rest. */
const cutOffAfter = (rows: number): CsvValue[] => [
  `Cut off after ${rows.toLocaleString("en-US")} rows; the list goes on. Narrow it by tier, type or days and download the parts.`,
  ...Object.keys(columns)
    .slice(1)
    .map(() => null),
];

/** A page is read when the one before it was taken. A fault breaks the download off, so that no part poses as the whole. */
function streamOf(first: string, pages: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: string | null = first;
  return new ReadableStream({
    async pull(controller) {
      if (next !== null) controller.enqueue(encoder.encode(next));
      const { value, done } = await pages.next();
      next = done ? null : value;
      if (done) controller.close();
    },
    cancel: async () => void (await pages.return(undefined)),
  });
}
