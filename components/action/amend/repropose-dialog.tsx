"use client";
import { useQueryClient } from "@tanstack/react-query";
import { actionPath } from "@/components/data/actions";
import { ReadFailure } from "@/components/data/read-failure";
import { useRead } from "@/components/data/use-read";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { Skeleton } from "@/components/ui/states";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Reproposal } from "@/lib/contract/actions/live-view";
import { directionWords } from "@/lib/view/action/reproposal-words";
import { useAmendFlow } from "./amend-context";
import { VERB_WORDS } from "./amend-words";
import { VersionPreview, VersionSentence } from "./version-preview";

/**
 * Previews a new proposal from the record as it is now: sentence, direction, tier, and who may decide it. Exactly that is
 * proposed. If the record changes again in between, the server refuses and the new preview is shown.
 */
export function ReproposeDialog({ action, onClose }: { action: ActionSummary; onClose: () => void }) {
  const { run } = useAmendFlow();
  const queries = useQueryClient();
  const key = ["reproposal", action.id];
  const query = useRead<Reproposal>(key, `${actionPath(action.id)}/reproposal`, {
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  const preview = query.isFetching ? null : (query.data ?? null);
  const propose = async () => {
    const { shown_hash, risk_level, required_approvals } = preview!;
    const expected = { shown_hash, risk_level, required_approvals };
    const answered = await run(action, { verb: "repropose", expected });
    if (answered && !answered.ok) await queries.invalidateQueries({ queryKey: key });
    return answered;
  };
  return (
    <FormSheet
      title="Propose it again?"
      description="From the record as it is now. Nothing is written by asking: the new version waits for a decision of its own."
      failed={null}
      press="Propose it"
      pressed={VERB_WORDS.repropose.sending}
      leave="Leave it as it is"
      asks
      ready={preview !== null && !preview.nothing_to_do}
      contentKey={preview?.shown_hash ?? ""}
      send={propose}
      done={() => ""}
      onClose={onClose}
    >
      {preview ? (
        <Preview action={action} now={preview} />
      ) : query.isError && !query.isFetching ? (
        <ReadFailure title="It cannot be proposed as the record is now" query={query} />
      ) : (
        <Skeleton words="Reading the record from NetSuite…" lines={4} />
      )}
    </FormSheet>
  );
}

function Preview({ action, now }: { action: ActionSummary; now: Reproposal }) {
  return (
    <VersionPreview
      action={action}
      now={now}
      testId="reproposal"
      heading={<VersionSentence now={now} />}
      rows={{ Direction: directionWords(action, now) }}
      nothingToDo="The record already holds this: there is nothing left to do."
    />
  );
}
