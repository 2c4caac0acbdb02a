"use client";
import { useRouter } from "next/navigation";
import Link from "next/link";
import { Fragment } from "react";
import { PagedList } from "@/components/data/paged-list";
import { useMounted } from "@/components/state/use-mounted";
import { Button } from "@/components/ui/button";
import { FIELD_LOOK } from "@/components/ui/forms/text-field";
import { EmptyState } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { RowList } from "@/components/ui/lists/row-list";
import type { EventList } from "@/lib/contract/monitoring/audit";
import {
  EVENT_GROUPS,
  type LedgerFilter,
  NO_EVENT_FILTER,
  ledgerHref,
} from "@/lib/view/ledger/ledger-filter";
import { eventWords } from "@/lib/view/ledger/event-words";
import { questionHref } from "@/lib/view/questions/question-href";
import { runHref } from "@/lib/view/runs/run-filter";
import { workflowHref } from "@/lib/view/workflows/version-choice";
import { actionHref } from "@/lib/view/views";
import { subjectWords } from "./fault-words";
import { useEvents } from "./queries";

type LedgerEvent = EventList["items"][number];

/** Every event, newest first; the filter stands in the address. */
export function EventsPart({ filter, first }: { filter: LedgerFilter; first: EventList | null }) {
  const list = useEvents(filter, first);
  return (
    <section aria-label="Events" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <EventFilters key={ledgerHref(filter)} filter={filter} />
      <Newer query={list.query} />
      <PagedList
        list={list}
        name="events"
        more="Show older"
        empty={
          <EmptyState
            title="No event fits"
            text="Choose another kind, another person or a longer time, or clear the filter."
          />
        }
      >
        <RowList aria-label="Events, newest first" aria-busy={list.query.isPlaceholderData}>
          {list.items.map((event) => (
            <li key={event.id}>
              <EventRow event={event} filter={filter} />
            </li>
          ))}
        </RowList>
      </PagedList>
    </section>
  );
}

/** Says that there are newer events, and fetches them on request: a reader must not lose their place. */
function Newer({ query }: { query: ReturnType<typeof useEvents>["query"] }) {
  // Something may have happened before the page is awake: the server knew nothing of it.
  const isAwake = useMounted();
  const isOld = isAwake && query.isSuccess && query.isStale;
  return (
    <output className="flex min-h-9 items-center gap-3 text-[13px] text-ink-2 max-md:min-h-11">
      {isOld ? "More has happened since this was read." : "Newest first."}
      {isOld && (
        <Button size="small" disabled={query.isFetching} onClick={() => void query.refetch()}>
          {query.isFetching ? "Reading…" : "Show the newest"}
        </Button>
      )}
    </output>
  );
}

function EventFilters({ filter }: { filter: LedgerFilter }) {
  const router = useRouter();
  const choose = (change: Partial<LedgerFilter>) => router.replace(ledgerHref({ ...filter, ...change }));
  const isFiltered = ledgerHref(filter) !== ledgerHref({ ...NO_EVENT_FILTER, part: "events" });
  const group = EVENT_GROUPS.find(({ value }) => filter.type?.startsWith(value))?.value ?? "";
  return (
    <form
      className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const text = (name: string) => String(form.get(name) ?? "").trim() || null;
        const id = Number((text("id") ?? "").replace("#", ""));
        choose({
          actor: text("actor"),
          from: text("from"),
          to: text("to"),
          subject: id > 0 ? (filter.subject ?? "proposed_action") : filter.subject,
          subjectId: Number.isSafeInteger(id) && id > 0 ? id : null,
        });
      }}
    >
      <Labelled name="Kind">
        <select
          className={FIELD_LOOK}
          value={group}
          onChange={(event) => choose({ type: event.target.value || null })}
        >
          <option value="">Every kind</option>
          {EVENT_GROUPS.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </Labelled>
      <Labelled name="Number">
        <input
          className={FIELD_LOOK}
          name="id"
          inputMode="numeric"
          placeholder="#8421"
          defaultValue={filter.subjectId ?? ""}
        />
      </Labelled>
      <Labelled name="By">
        <input
          className={FIELD_LOOK}
          name="actor"
          placeholder="Whole name"
          defaultValue={filter.actor ?? ""}
        />
      </Labelled>
      <Labelled name="From (UTC)">
        <input className={FIELD_LOOK} name="from" type="date" defaultValue={filter.from ?? ""} />
      </Labelled>
      <Labelled name="To (UTC)">
        <input className={FIELD_LOOK} name="to" type="date" defaultValue={filter.to ?? ""} />
      </Labelled>
      <div className="flex gap-2">
        <Button type="submit">Filter</Button>
        {isFiltered && (
          <Link
            href={ledgerHref({ ...NO_EVENT_FILTER, part: "events" })}
            className="inline-flex min-h-[38px] items-center rounded-lg px-2 text-sm text-ink-2 hover:bg-sunken max-md:min-h-11"
          >
            Clear
          </Link>
        )}
      </div>
    </form>
  );
}

function Labelled({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <label className="grid gap-1 text-xs font-medium text-ink-2 *:w-full *:min-w-0 *:font-normal *:text-ink">
      {name}
      {children}
    </label>
  );
}

function EventRow({ event, filter }: { event: LedgerEvent; filter: LedgerFilter }) {
  const name = subjectWords(event.entity_type, event.entity_id);
  const words = eventWords(event.type, detailsOf(event.body));
  const own = {
    ...NO_EVENT_FILTER,
    part: "events" as const,
    subject: event.entity_type,
    subjectId: event.entity_id,
  };
  const isOne = filter.subject === event.entity_type && filter.subjectId === event.entity_id;
  return (
    <details className="group">
      <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-2 text-sm hover:bg-sunken max-md:min-h-11">
        <span className="font-mono text-xs">{event.type}</span>
        <span className="min-w-0 text-ink-2">{name}</span>
        <span className="min-w-0 text-ink-2">
          <UntrustedText>{event.actor}</UntrustedText>
        </span>
        <span className="ml-auto text-xs text-ink-3">
          <RelativeTime iso={event.at} />
        </span>
        {words && (
          <span className="w-full min-w-0 wrap-anywhere text-ink-2">
            <UntrustedText>{words}</UntrustedText>
          </span>
        )}
      </summary>
      <div className="grid gap-2 border-t bg-bg px-3 py-3 text-sm">
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <SubjectLink type={event.entity_type} id={event.entity_id} />
          {!isOne && (
            <Link className="underline underline-offset-2" href={ledgerHref(own)}>
              All events of this chain
            </Link>
          )}
          <span className="text-ink-3">Event {event.seq} of its chain</span>
        </p>
        <p className="font-mono text-2xs break-all text-ink-3">{event.hash}</p>
        <dl className="grid max-h-96 grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 overflow-y-auto rounded-lg border bg-panel p-3 font-mono text-2xs max-md:grid-cols-1">
          {linesOf(event.body).map(([member, value]) => (
            <Fragment key={member}>
              <dt className="text-ink-3">{member}</dt>
              <dd className="min-w-0 wrap-anywhere max-md:mb-1">
                <UntrustedText>{value}</UntrustedText>
              </dd>
            </Fragment>
          ))}
        </dl>
      </div>
    </details>
  );
}

/** To the page of the event's subject, where it has one. */
function SubjectLink({ type, id }: { type: string; id: number }) {
  const places: Readonly<Record<string, readonly [href: string, words: string]>> = {
    proposed_action: [actionHref(id), `Open #${id}`],
    workflow: [workflowHref(id), "Open the workflow"],
    run: [runHref(id), `Open run ${id}`],
    interaction: [questionHref(id), `Open question ${id}`],
    run_caps: ["/runs/caps", "Open the caps of runs"],
    model_prices: ["/runs/model-prices", "Open the model prices"],
  };
  const place = places[type];
  if (!place) return null;
  return (
    <Link className="underline underline-offset-2" href={place[0]}>
      {place[1]}
    </Link>
  );
}

function detailsOf(body: string): Record<string, unknown> {
  try {
    return (JSON.parse(body) as { details?: Record<string, unknown> }).details ?? {};
  } catch {
    return {};
  }
}

/** The hashed text, member by member: `details.comment`. */
function linesOf(body: string): [string, string][] {
  const walk = (name: string, value: unknown): [string, string][] =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.entries(value).flatMap(([member, inner]) => walk(name ? `${name}.${member}` : member, inner))
      : [[name, typeof value === "string" ? value : JSON.stringify(value)]];
  try {
    return walk("", JSON.parse(body));
  } catch {
    return [["", body]];
  }
}
