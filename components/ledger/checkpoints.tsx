"use client";
import { Icon } from "@/components/ui/icons/icon";
import { PagedList } from "@/components/data/paged-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import { RowList } from "@/components/ui/lists/row-list";
import type { AuditCheckpoint, CheckpointList } from "@/lib/contract/monitoring/audit";
import { useCheckpoints } from "./queries";
import { formatCount } from "@/lib/view/decimal";

/** Signed checkpoints, newest first, each to take away. */
export function CheckpointsPart({ first }: { first: CheckpointList | null }) {
  const list = useCheckpoints(first);
  return (
    <section aria-label="Checkpoints" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="max-w-2xl text-sm text-ink-2">
        Every five minutes the new events are hashed into one root, chained to the checkpoint before and
        signed with a key that is not in the database. It names the events that lack the app’s own seal. Keep
        one elsewhere from time to time.
      </p>
      <PagedList
        list={list}
        name="checkpoints"
        more="Show older"
        empty={
          <EmptyState
            title="No checkpoint yet"
            text="The first one is made within five minutes of the first event, if a signing key is set."
          />
        }
      >
        <RowList aria-label="Checkpoints, newest first">
          {list.items.map((checkpoint) => (
            <li
              key={checkpoint.seq}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-sm"
            >
              <span className="w-14 font-mono text-xs tabular-nums">#{checkpoint.seq}</span>
              <span className="tabular-nums">
                {formatCount(checkpoint.events)} {checkpoint.events === 1 ? "event" : "events"}
              </span>
              <Seals checkpoint={checkpoint} />
              <span
                className="min-w-0 truncate font-mono text-2xs text-ink-3 max-md:w-full"
                title={checkpoint.hash}
              >
                {checkpoint.hash.slice(0, 24)}…
              </span>
              <span className="ml-auto text-xs text-ink-3 max-md:ml-0">
                <RelativeTime iso={checkpoint.sealed_at} />
              </span>
              <Button
                size="small"
                className="max-md:ml-auto"
                onClick={() => save(checkpoint)}
                aria-label={`Save checkpoint ${checkpoint.seq}`}
              >
                <Icon name="download" className="size-3.5" /> Save
              </Button>
            </li>
          ))}
        </RowList>
      </PagedList>
    </section>
  );
}

/** Silent where the app vouches for every event. */
function Seals({ checkpoint: { unsealed } }: { checkpoint: AuditCheckpoint }) {
  if (unsealed === 0) return null;
  if (unsealed === null)
    return (
      <span className="text-xs text-ink-3" title="These events are older than the app's seals.">
        seals not checked
      </span>
    );
  return <span className="text-xs font-medium text-bad">{unsealed} without the app’s seal</span>;
}

function save({ body, hash, signature, seq }: AuditCheckpoint): void {
  const text = JSON.stringify({ body, hash, signature });
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `checkpoint-${seq}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
