import { PageSection } from "@/components/ui/page";
import { OrderedRowList } from "@/components/ui/lists/row-list";
import type { BundledCheckpoints, BundledEvent } from "@/lib/core/ledger/bundle/files";
import { readBody } from "@/lib/core/ledger/replay/event-body";
import { countWords } from "@/lib/view/words";
import { Aside, Hash, Moment, Words } from "./parts";

const eventsShownMax = 100;
const checkpointsShownMax = 60;

/** The chains, and the checkpoints that prove them. */
export function LedgerPart({
  events,
  checkpoints: { checkpoints, links },
}: {
  events: readonly BundledEvent[];
  checkpoints: BundledCheckpoints;
}) {
  return (
    <>
      <PageSection title="Events" aside={<Aside>{countWords(events.length, "event")}</Aside>}>
        <OrderedRowList>
          {events.slice(0, eventsShownMax).map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </OrderedRowList>
        {events.length > eventsShownMax && (
          <p className="text-sm text-ink-2">
            {countWords(events.length - eventsShownMax, "more event")} in the file.
          </p>
        )}
      </PageSection>
      <PageSection
        title="Checkpoints"
        aside={
          <Aside>
            {links === "whole" ? "Chained without a gap" : "Those between are in the exported list"}
          </Aside>
        }
      >
        <OrderedRowList>
          {checkpoints.slice(-checkpointsShownMax).map(({ seq, hash }) => (
            <li key={seq} className="flex flex-wrap items-baseline gap-x-4 px-4 py-2 text-sm">
              <span className="w-14 font-mono text-xs tabular-nums">#{seq}</span>
              <Hash>{hash}</Hash>
            </li>
          ))}
        </OrderedRowList>
      </PageSection>
    </>
  );
}

function Event({
  event: { body, entity_type: type, entity_id: id, seq, checkpoint },
}: {
  event: BundledEvent;
}) {
  const said = readBody(body);
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2 text-sm">
      <span className="text-xs whitespace-nowrap text-ink-3 max-md:w-full md:w-36">
        {type === "run" ? `Run ${id}` : `#${id}`}, event {seq}
      </span>
      <span className="font-mono text-xs">{said?.type}</span>
      <span className="min-w-0 text-ink-2">
        <Words>{said?.actor.label ?? ""}</Words>
      </span>
      <span className="ml-auto text-xs text-ink-3 max-md:ml-0">
        {said && <Moment iso={said.at} />}, checkpoint {checkpoint}
      </span>
    </li>
  );
}
