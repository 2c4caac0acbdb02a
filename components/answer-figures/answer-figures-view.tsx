/** This room shows administrators how often and how fast people answer questions, by channel and by person. */
import { FilterBar } from "@/components/ui/filter-bar";
import { BackLink } from "@/components/ui/back-link";
import { PageFrame, PageSection } from "@/components/ui/page";
import { EmptyState } from "@/components/ui/states";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { AnswerFigures, ChannelFigures, PersonFigures } from "@/lib/contract/monitoring/answer-figures";
import { FIGURE_PERIODS } from "@/lib/core/interaction/answer-figures";
import { formatCount } from "@/lib/view/decimal";
import {
  DEFINITIONS,
  channelTitle,
  periodHref,
  rateText,
  timeText,
  totals,
} from "@/lib/view/questions/answer-figure-words";
import { type FigureColumn, FigureTable } from "./figure-table";

export function AnswerFiguresView({ figures }: { figures: AnswerFigures }) {
  const { days, all, channels, people } = figures;
  const isEmpty = all.asked === 0 && all.cancelled === 0;
  return (
    <PageFrame
      title="Answer rates"
      text="How often and how fast people answer questions. Administrators alone see this page."
    >
      <BackLink href="/channels">Channels</BackLink>
      <FilterBar
        label="Period"
        tabs={FIGURE_PERIODS.map((period) => ({
          key: String(period),
          name: `${period} days`,
          href: periodHref(period),
          here: period === days,
        }))}
      >
        {null}
      </FilterBar>
      {isEmpty ? (
        <EmptyState
          title={`No questions in the last ${days} days`}
          text="When agents, workflows or people ask something, rates and times will appear here."
        />
      ) : (
        <>
          <Totals figures={figures} />
          <PageSection title="By channel" aside={<CsvLink days={days} by="channel" />}>
            <FigureTable
              label="By channel"
              columns={channelColumns}
              rows={channels.map((row) => ({ key: row.channel, row }))}
              empty="No question counts in this period."
            />
          </PageSection>
          <PageSection title="By person" aside={<CsvLink days={days} by="person" />}>
            <FigureTable
              label="By person"
              columns={personColumns}
              rows={people.map((row) => ({ key: String(row.user_id), row }))}
              empty="No question asked anybody by name, and nobody has answered one."
            />
          </PageSection>
          <Definitions />
        </>
      )}
    </PageFrame>
  );
}

const channelColumns: readonly FigureColumn<ChannelFigures>[] = [
  { name: "Channel", show: ({ channel }) => channelTitle(channel) },
  { name: "Asked", show: ({ asked }) => formatCount(asked) },
  { name: "Answered", show: ({ answered }) => formatCount(answered) },
  { name: "Elsewhere", show: ({ elsewhere }) => formatCount(elsewhere) },
  { name: "No answer", show: ({ unanswered }) => formatCount(unanswered) },
  { name: "Open", show: ({ open }) => formatCount(open) },
  { name: "Rate", isMain: true, show: ({ rate }) => rateText(rate) },
  { name: "Median", show: ({ median_ms: ms }) => timeText(ms) },
  { name: "90 % within", show: ({ p90_ms: ms }) => timeText(ms) },
];

const personColumns: readonly FigureColumn<PersonFigures>[] = [
  {
    name: "Person",
    show: ({ name }) => (name === null ? "Somebody who left" : <UntrustedText>{name}</UntrustedText>),
  },
  { name: "By name", show: ({ asked }) => formatCount(asked) },
  { name: "Answered", show: ({ answered }) => formatCount(answered) },
  { name: "By others", show: ({ by_others: byOthers }) => formatCount(byOthers) },
  { name: "No answer", show: ({ unanswered }) => formatCount(unanswered) },
  { name: "Open", show: ({ open }) => formatCount(open) },
  { name: "Rate", isMain: true, show: ({ rate }) => rateText(rate) },
  { name: "For a role", show: ({ for_role: forRole }) => formatCount(forRole) },
  { name: "Median", show: ({ median_ms: ms }) => timeText(ms) },
  { name: "Mostly by", isWord: true, show: ({ mostly_by: channel }) => channelTitle(channel) },
];

function Totals({ figures }: { figures: AnswerFigures }) {
  return (
    <dl
      className="grid grid-cols-2 gap-px overflow-hidden rounded-[10px] border bg-line md:grid-cols-4"
      data-testid="answer-totals"
    >
      {totals(figures).map(({ name, value, note }) => (
        <div key={name} className="grid content-start gap-0.5 bg-panel px-4 py-3">
          <dt className="text-xs text-ink-3">{name}</dt>
          <dd className="text-[22px] leading-8 font-semibold tracking-tight tabular-nums">{value}</dd>
          <dd className="text-xs text-ink-2">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

function CsvLink({ days, by }: { days: number; by: "channel" | "person" }) {
  return (
    <a
      href={`/api/answer-figures.csv?days=${days}&by=${by}`}
      download
      aria-label={`Download the table by ${by} as CSV`}
      className="inline-flex min-h-8 items-center rounded-lg border border-line-strong px-2.5 text-xs font-medium hover:bg-sunken max-md:min-h-11"
    >
      Download CSV
    </a>
  );
}

function Definitions() {
  return (
    <PageSection title="How this is counted">
      <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {DEFINITIONS.map(([term, text]) => (
          <div key={term} className="grid content-start gap-0.5">
            <dt className="text-sm font-medium">{term}</dt>
            <dd className="max-w-[60ch] text-sm text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}
