"use client";
import { useQuery } from "@tanstack/react-query";
import { onceStill } from "@/components/data/once-still";
import { Failure } from "@/components/ui/failure";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import { act } from "@/lib/operations/act";
import type { DraftedEdit } from "./edit-draft";
import { VersionPreview } from "./version-preview";

/**
 * The version that saving would propose, while its values are typed. The server says all of it; an answer to values that are
 * no longer there is never shown. `edit` null: there is nothing to ask about yet.
 */
export function useEditPreview({ id, payload_hash }: ActionDetail, edit: DraftedEdit | null) {
  return useQuery({
    queryKey: ["edit-preview", id, payload_hash, edit],
    queryFn: async ({ signal }) => {
      await onceStill(signal);
      return act("previewEdit", { id, payload_hash, ...edit! });
    },
    enabled: edit !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
}

/** It was decided, ran out or changed meanwhile: no value would be saved. */
export const isTooLate = ({ data }: ReturnType<typeof useEditPreview>): boolean =>
  data?.ok === false && [409, 410, 412].includes(data.problem.status);

interface EditPreviewProps {
  detail: ActionDetail;
  edit: DraftedEdit | null;
  query: ReturnType<typeof useEditPreview>;
}

export function EditPreview({ detail, edit, query }: EditPreviewProps) {
  return (
    <section aria-label="Your version" aria-live="polite" aria-busy={query.isFetching} className="grid gap-2">
      {edit === null ? (
        <Waits words="Change a value, and your version stands here: its difference, worth, tier, and who may decide it." />
      ) : query.isError ? (
        <Waits words="The server did not say what this would be. Saving asks it again." />
      ) : !query.data ? (
        <Waits words="Asking what this would be…" />
      ) : query.data.ok ? (
        <VersionPreview
          action={detail}
          now={query.data.result}
          testId="edit-preview"
          heading={<p className="text-xs text-ink-3">Your version</p>}
          nothingToDo="The record already holds this: nothing would be written."
        />
      ) : (
        <Failure title={null} text={refusalText(query.data.problem)} />
      )}
    </section>
  );
}

/** As high as most previews, so that nothing below moves when one comes. */
function Waits({ words }: { words: string }) {
  return (
    <div className="grid min-h-[9.5rem] place-items-center rounded-[9px] border border-dashed px-4 text-center text-sm text-pretty text-ink-2">
      {words}
    </div>
  );
}

function refusalText({
  detail,
  errors = [],
}: {
  detail: string;
  errors?: { path: string; message: string }[] | undefined;
}): string {
  const [first] = errors;
  return first ? `This value ${first.message}.` : detail;
}
