/** This room shows who is told of questions and actions, and lets people and administrators set it. */

import { BackLink } from "@/components/ui/back-link";
import { Badge } from "@/components/ui/badge";
import { PageFrame, PageSection } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ReachView } from "@/lib/contract/settings/routing";
import {
  CHANNEL_TITLES,
  MESSAGE_WORDS,
  OUTCOME_TITLES,
  REPORTED_WORDS,
  RETURNED_WORDS,
} from "@/lib/view/channels/channel-words";

interface ReachPageProps {
  title: string;
  back: { href: string; words: string };
  reach: ReachView;
}

type ReachedPerson = ReachView["reached"][number];

/** Lists the people that messages about one action or question reached, with time, channel and reason, and the others with the reason why not. */
export function ReachPage({ title, back, reach }: ReachPageProps) {
  const { rule, planned_at: plannedAt, reached, others } = reach;
  return (
    <PageFrame
      title={title}
      text="The people who get messages about it outside the app. This changes no permission: in the app everybody sees what they may see."
    >
      <BackLink href={back.href}>{back.words}</BackLink>
      <p className="-mt-2 text-sm text-ink-2">
        {plannedAt === null ? (
          "Nobody was notified outside the app: no channel is connected, or it ended before."
        ) : (
          <>
            {rule === null ? "No rule matched" : <>The rule “{rule}” matched</>}. Last planned{" "}
            <RelativeTime iso={plannedAt} />.
          </>
        )}
      </p>
      <PageSection title={`Notified (${reached.length})`}>
        {reached.length === 0 && <p className="text-sm text-ink-2">Nobody has a message about it.</p>}
        <ul className="grid" aria-label="Notified">
          {reached.map((one, place) => (
            <li key={place} className="grid gap-1 border-t py-2.5 text-sm first:border-t-0">
              <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
                <b className="font-semibold">
                  <UntrustedText>{one.name}</UntrustedText>
                </b>
                <span className="text-ink-2">{CHANNEL_TITLES[one.channel]}</span>
                {one.outcome !== null && <Badge tone="warn">{OUTCOME_TITLES[one.outcome]}</Badge>}
                <StateBadge message={one} />
                <When message={one} />
              </p>
              {one.why !== null && (
                <p className="text-ink-2">
                  <UntrustedText>{one.why}</UntrustedText>.
                </p>
              )}
              {one.problem !== null && (
                <p className="text-ink-2">
                  The channel says <UntrustedText edge>{one.problem}</UntrustedText>
                </p>
              )}
            </li>
          ))}
        </ul>
      </PageSection>
      <PageSection title={`Not notified (${others.length})`}>
        {others.length === 0 && <p className="text-sm text-ink-2">Nobody else was considered.</p>}
        <ul className="grid" aria-label="Not notified">
          {others.map(({ name, outcome, why }, place) => (
            <li key={place} className="flex flex-wrap gap-x-2 border-t py-2 text-sm first:border-t-0">
              <UntrustedText>{name}</UntrustedText>
              {outcome !== null && <Badge tone="warn">{OUTCOME_TITLES[outcome]}</Badge>}
              <span className="text-ink-2">
                <UntrustedText>{why}</UntrustedText>
              </span>
            </li>
          ))}
        </ul>
      </PageSection>
    </PageFrame>
  );
}

function StateBadge({
  message: { returned_at: returnedAt, reported_at: reportedAt, state },
}: {
  message: ReachedPerson;
}) {
  const { tone, title } = returnedAt === null ? MESSAGE_WORDS[state] : RETURNED_WORDS;
  return (
    <>
      <Badge tone={tone}>{title}</Badge>
      {reportedAt !== null && <Badge tone={REPORTED_WORDS.tone}>{REPORTED_WORDS.title}</Badge>}
    </>
  );
}

function When({
  message: { reached_at: at, due_at: dueAt, returned_at: returnedAt, state },
}: {
  message: ReachedPerson;
}) {
  if (returnedAt !== null)
    return (
      <span className="text-ink-3">
        <RelativeTime iso={returnedAt} />
      </span>
    );
  if (at !== null)
    return (
      <span className="text-ink-3">
        reached <RelativeTime iso={at} />
      </span>
    );
  if (dueAt === null || state !== "due") return null;
  return (
    <span className="text-ink-3">
      leaves <RelativeTime iso={dueAt} />
    </span>
  );
}
