import { inTenant } from "@/db/client";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import type {
  AnswerFigures,
  AnswerFiguresCsvQuery,
  ChannelFigures,
  PersonFigures,
} from "@/lib/contract/monitoring/answer-figures";
import type { Person } from "@/lib/core/access/principal";
import { BYTE_ORDER_MARK, type CsvValue, csvRow } from "@/lib/core/values/csv";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { takeDownloadQuota } from "@/lib/gateway/controls/quotas/quotas";
import { readAnswerFigures } from "./read-answer-figures";

/**
 * The same figures as a file; the ledger keeps who took it.
 * @throws AppError not_allowed 403; rate_limited 429.
 */
export async function answerFiguresAsCsv(
  person: Person,
  { days, by }: AnswerFiguresCsvQuery,
  gateway: Gateway = getGateway(),
): Promise<{ name: string; text: string }> {
  const figures = await readAnswerFigures(person, { days }, gateway);
  await takeDownloadQuota(person, gateway);
  await inTenant(gateway.database, person.tenantId, (tx) =>
    appendEvent(tx, {
      ...byPerson(person),
      entityType: "person",
      entityId: person.userId,
      type: "person.answer_figures_downloaded",
      details: { user_id: person.userId, days, by },
    }),
  );
  const rows = by === "channel" ? channelRows(figures) : personRows(figures);
  const date = gateway.clock.now().toISOString().slice(0, 10);
  return {
    name: `${person.tenantSlug}-answers-by-${by}-${days}-days-${date}.csv`,
    text: BYTE_ORDER_MARK + rows.map(csvRow).join(""),
  };
}

type Columns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>;

const channelColumns: Columns<ChannelFigures> = {
  channel: ({ channel }) => channel,
  asked: ({ asked }) => asked,
  answered: ({ answered }) => answered,
  answered_elsewhere: ({ elsewhere }) => elsewhere,
  unanswered: ({ unanswered }) => unanswered,
  open: ({ open }) => open,
  rate_percent: ({ rate }) => rate,
  median_seconds: ({ median_ms: ms }) => secondsOf(ms),
  p90_seconds: ({ p90_ms: ms }) => secondsOf(ms),
};

const personColumns: Columns<PersonFigures> = {
  user_id: ({ user_id: id }) => id,
  name: ({ name }) => name,
  asked_by_name: ({ asked }) => asked,
  answered: ({ answered }) => answered,
  answered_by_others: ({ by_others: byOthers }) => byOthers,
  unanswered: ({ unanswered }) => unanswered,
  open: ({ open }) => open,
  rate_percent: ({ rate }) => rate,
  answered_for_a_role: ({ for_role: forRole }) => forRole,
  median_seconds: ({ median_ms: ms }) => secondsOf(ms),
  mostly_by: ({ mostly_by: channel }) => channel,
};

const secondsOf = (ms: number | null): number | null => (ms === null ? null : ms / 1_000);

function tableOf<Row>(columns: Columns<Row>, rows: readonly Row[]): CsvValue[][] {
  return [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((column) => column(row)))];
}

const channelRows = ({ channels }: AnswerFigures) => tableOf(channelColumns, channels);
const personRows = ({ people }: AnswerFigures) => tableOf(personColumns, people);
