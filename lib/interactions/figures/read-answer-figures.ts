import { inTenant } from "@/db/client";
import {
  type ChannelFiguresRow,
  type PersonFiguresRow,
  readChannelFigures,
  readPersonFigures,
} from "@/db/queries/interactions/answer-figures";
import type {
  AnswerFigures,
  AnswerFiguresQuery,
  ChannelFigures,
  PersonFigures,
} from "@/lib/contract/monitoring/answer-figures";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { shareOf } from "@/lib/core/interaction/answer-figures";
import { type Gateway, getGateway } from "@/lib/gateway/context";

const DAY_MS = 86_400_000;
const PEOPLE_MAX = 500;

/**
 * How questions of the last days were answered, by channel and by person: for administrators alone, since it is about how people work.
 * @throws AppError not_allowed 403.
 */
export async function readAnswerFigures(
  person: Person,
  { days }: AnswerFiguresQuery,
  gateway: Gateway = getGateway(),
): Promise<AnswerFigures> {
  requireRole(person, "admin", "Reading how people answer");
  const { tenantId } = person;
  const now = gateway.clock.now();
  const period = { since: new Date(now.getTime() - days * DAY_MS), now };
  const { channels, people } = await inTenant(gateway.database, tenantId, async (tx) => ({
    channels: await readChannelFigures(tx, tenantId, period),
    people: await readPersonFigures(tx, tenantId, { period, limit: PEOPLE_MAX }),
  }));
  const all = channels.find(({ channel }) => channel === null) ?? NONE;
  return {
    days,
    since: period.since.toISOString(),
    all: { ...figuresOf(all), cancelled: all.cancelled },
    // A channel of which every question was cancelled has nothing to show.
    channels: channels.flatMap((row): ChannelFigures[] =>
      row.channel === null || row.asked === 0
        ? []
        : [{ channel: row.channel, ...figuresOf(row), elsewhere: row.elsewhere }],
    ),
    people: people.map(personOf),
  };
}

const NONE: ChannelFiguresRow = {
  channel: null,
  asked: 0,
  answered: 0,
  elsewhere: 0,
  unanswered: 0,
  open: 0,
  cancelled: 0,
  medianMs: null,
  p90Ms: null,
};

const figuresOf = ({ asked, answered, elsewhere, unanswered, open, medianMs, p90Ms }: ChannelFiguresRow) => ({
  asked,
  answered,
  unanswered,
  open,
  rate: shareOf(answered, elsewhere + unanswered),
  median_ms: medianMs,
  p90_ms: p90Ms,
});

const personOf = (row: PersonFiguresRow): PersonFigures => ({
  user_id: row.userId,
  name: row.name,
  asked: row.asked,
  answered: row.answered,
  by_others: row.byOthers,
  unanswered: row.unanswered,
  open: row.open,
  rate: shareOf(row.answered, row.unanswered),
  for_role: row.forRole,
  median_ms: row.medianMs,
  mostly_by: row.mostlyBy,
});
