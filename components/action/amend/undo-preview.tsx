"use client";
import { actionPath } from "@/components/data/actions";
import { ReadFailure } from "@/components/data/read-failure";
import { useRead } from "@/components/data/use-read";
import { Skeleton } from "@/components/ui/states";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Reproposal } from "@/lib/contract/actions/live-view";
import { VersionPreview } from "./version-preview";

/** The change that an undo would propose, from the record as it is now: from, to, and who would decide it. */
export function UndoPreview({ action }: { action: ActionSummary }) {
  const query = useRead<Reproposal>(["undo-preview", action.id], `${actionPath(action.id)}/undo-preview`, {
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  return (
    <section aria-label="The undo would write" className="grid min-h-[11rem] content-start gap-2">
      <h3 className="text-sm font-semibold">The undo would write</h3>
      {query.data ? (
        <VersionPreview
          action={action}
          now={query.data}
          testId="undo-preview"
          heading={null}
          nothingToDo="The record already holds the old values: there is nothing left to undo."
        />
      ) : query.isError ? (
        <ReadFailure title="It cannot be undone as the record is now" query={query} />
      ) : (
        <Skeleton words="Reading the record from NetSuite…" lines={4} />
      )}
    </section>
  );
}
