"use client";
import Link from "next/link";
import { useNow } from "@/components/state/clock";
import { cn } from "@/components/ui/cn";
import { PageSection } from "@/components/ui/page";
import { Failure } from "@/components/ui/failure";
import { RowList } from "@/components/ui/lists/row-list";
import type { JobFunctions } from "@/lib/contract/monitoring/jobs";
import { type JobFilter, jobFilterHref } from "@/lib/view/jobs/job-filter";
import { cronWords, functionWords } from "@/lib/view/jobs/job-words";
import { durationText } from "@/lib/view/time";
import { formatCount } from "@/lib/view/decimal";

/** Ticks come within seconds of their time. */
const standsStillMs = 60_000;
type Entry = JobFunctions["functions"][number];

/** Each function with what starts it and how its last day was: a sweep that stands still is seen here first. */
export function FunctionList({ functions, filter }: { functions: JobFunctions; filter: JobFilter }) {
  const { problem, refused, complete } = functions;
  return (
    <PageSection
      title="Functions"
      aside={
        <p className="text-xs text-ink-3">
          {complete ? "Jobs of the last 24 hours" : "The newest 20,000 jobs of the last 24 hours"}
        </p>
      }
    >
      {problem && (
        <Failure
          title="The engine cannot call the app: nothing is delivered and no sweep runs"
          text={`${problem}. It tries again by itself; see “Jobs” in the runbook if this stays.`}
        />
      )}
      {refused.map((entry) => (
        <Failure key={entry.name} title={`${entry.name} does not run`} text={entry.message} />
      ))}
      {functions.functions.length === 0 ? (
        <p className="rounded-[10px] border bg-panel px-4 py-3 text-sm text-ink-2">
          The app has not registered its functions with the engine yet. It does so within half a minute of its
          start.
        </p>
      ) : (
        <RowList>
          {functions.functions.map((entry) => (
            <FunctionRow key={entry.name} entry={entry} here={filter.fn === entry.name} filter={filter} />
          ))}
        </RowList>
      )}
    </PageSection>
  );
}

function FunctionRow({ entry, here, filter }: { entry: Entry; here: boolean; filter: JobFilter }) {
  const { failed, cancelled } = entry.last_day;
  const figures: [name: string, count: number][] = [
    ["failed", failed],
    ["cancelled", cancelled],
    ["in flight", entry.in_flight],
    ["queued", entry.queued],
    ["waiting", entry.waiting],
  ];
  const href = jobFilterHref({ ...filter, fn: here ? null : entry.name, actionId: null });
  return (
    <li
      data-function={entry.name}
      className={cn(
        "relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 px-4 py-2 hover:bg-sunken/50 max-md:gap-x-3",
        here && "bg-sunken",
      )}
    >
      <div className="grid min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            href={href}
            aria-current={here ? "true" : undefined}
            className="text-sm font-medium after:absolute after:inset-0 hover:underline max-md:py-1"
          >
            {entry.name}
          </Link>
          <span className="text-xs text-ink-3">{startsOn(entry)}</span>
        </p>
        <p className="text-xs text-ink-2 max-md:hidden">
          {entry.registered ? functionWords(entry.name) : "Not registered now; these are its earlier jobs."}
        </p>
      </div>
      <dl className="flex flex-wrap items-baseline justify-end gap-x-4 text-xs max-md:max-w-44 max-md:gap-x-2.5">
        <Figure name="completed" count={entry.last_day.completed} />
        {figures.map(
          ([name, count]) =>
            count > 0 && (
              <Figure
                key={name}
                name={name}
                count={count}
                tone={name === "failed" ? "font-medium text-bad" : ""}
              />
            ),
        )}
        {entry.next_tick_at && (
          <div className="flex gap-1">
            <dt className="text-ink-3">next</dt>
            <dd>
              <NextTick iso={entry.next_tick_at} />
            </dd>
          </div>
        )}
      </dl>
    </li>
  );
}

function startsOn({ events, crons }: Entry): string {
  const onEvents = events.length === 0 ? [] : [`on ${events.join(", ")}`];
  return [...onEvents, ...crons.map(cronWords)].join("; ");
}

function Figure({ name, count, tone = "" }: { name: string; count: number; tone?: string }) {
  return (
    <div className="flex gap-1">
      <dt className={cn("text-ink-3", tone)}>{name}</dt>
      <dd className={cn("font-mono", tone)}>{formatCount(count)}</dd>
    </div>
  );
}

/** When the clock starts it next; one that is long due stands still. */
function NextTick({ iso }: { iso: string }) {
  const now = useNow();
  const late = now - Date.parse(iso);
  if (late > standsStillMs) return <span className="font-medium text-bad">due for {durationText(late)}</span>;
  return <span className="font-mono">{late > 0 ? "now" : durationText(-late)}</span>;
}
