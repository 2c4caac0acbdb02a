/** This room tells people about writes they approved, or signed for, that went wrong afterwards. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAmendFlow } from "@/components/action/amend/amend-context";
import { AmendFlowProvider } from "@/components/action/amend/amend-flow";
import { ReadFailure } from "@/components/data/read-failure";
import { useRead } from "@/components/data/use-read";
import { Button } from "@/components/ui/button";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { PageFrame } from "@/components/ui/page";
import { Failure } from "@/components/ui/failure";
import { EmptyState } from "@/components/ui/states";
import type { Notice, Notices } from "@/lib/contract/actions/notices";
import { act } from "@/lib/operations/act";
import { NoticeCard } from "./notice-card";

/** Each stays until it is dismissed, replaced by a new version, or thirty days old. */
export function NoticesView({ initial }: { initial: Notices }) {
  return (
    <PageFrame
      title="Your decisions"
      text="Writes that you approved, or that went out under your standing authorisation, and that went wrong afterwards. A notice stays until you dismiss it, a new version replaces the action, or 30 days have passed."
    >
      <AmendFlowProvider>
        <NoticeList initial={initial} />
      </AmendFlowProvider>
    </PageFrame>
  );
}

const keyOf = ({ kind, action }: Notice) => `${kind} ${action.id}`;

function NoticeList({ initial }: { initial: Notices }) {
  const query = useRead<Notices>(["notices"], "/api/notices", { initialData: initial });
  const queries = useQueryClient();
  const { states } = useAmendFlow();
  const { sending, failure, send } = useSubmission();
  const { items } = query.data ?? initial;
  // A notice that a new version has ended stays while its answer leads there.
  const [seen, setSeen] = useState<ReadonlyMap<string, Notice>>(new Map());
  const unseen = items.filter((notice) => !seen.has(keyOf(notice)));
  if (unseen.length > 0) setSeen(new Map([...seen, ...unseen.map((one) => [keyOf(one), one] as const)]));
  const here = new Set(items.map(keyOf));
  const answered = [...seen.values()].filter((notice) => {
    const state = states.get(notice.action.id);
    return !here.has(keyOf(notice)) && state?.phase === "answered" && state.answer.versionId !== null;
  });
  const shown = [...items, ...answered];
  const dismiss = async (ids: number[]) => {
    await send(() => act("dismissNotices", { action_ids: ids }));
    for (const key of [["notices"], ["overview"]]) await queries.invalidateQueries({ queryKey: key });
  };
  const ids = [...new Set(items.map(({ action }) => action.id))];
  return (
    <>
      {query.isRefetchError && (
        <ReadFailure title="These notices may be out of date: they could not be refreshed" query={query} />
      )}
      {failure && <Failure title="Nothing was dismissed" text={failure} />}
      {shown.length === 0 && (
        <EmptyState
          title="No problems with your approvals"
          text="If a write you approved is held back, gives up, reads back differently or is applied only in part, you find it here with the next step."
        />
      )}
      <div className="grid gap-3">
        {ids.length > 1 && (
          <Button
            size="small"
            className="justify-self-end"
            disabled={sending}
            onClick={() => void dismiss(ids)}
          >
            Dismiss all {ids.length}
          </Button>
        )}
        {shown.map((notice) => (
          <NoticeCard
            key={keyOf(notice)}
            notice={notice}
            sending={sending}
            onDismiss={here.has(keyOf(notice)) ? () => void dismiss([notice.action.id]) : null}
          />
        ))}
      </div>
    </>
  );
}
