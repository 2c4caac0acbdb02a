"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ChangeLines } from "@/components/action/change/change-lines";
import { TierBadge } from "@/components/action/change/tier-badge";
import { actionPath } from "@/components/data/actions";
import { ReadFailure } from "@/components/data/read-failure";
import { useRead } from "@/components/data/use-read";
import { Definitions } from "@/components/ui/definitions";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { Skeleton } from "@/components/ui/states";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Reproposal } from "@/lib/contract/actions/live-view";
import { impactText } from "@/lib/view/action/facts";
import { approvalWords, directionWords } from "@/lib/view/action/reproposal-words";
import { plainWords } from "@/lib/view/words";
import { useAmendFlow } from "./amend-context";
import { VERB_WORDS } from "./amend-words";

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
  const { risk_level: tier, impact } = now;
  const proposed = { ...action, ...now };
  return (
    <>
      <div
        data-tier={tier}
        data-testid="reproposal"
        // Clipped, not hidden: a short screen scrolls the sheet and never cuts the sentence.
        className="relative grid gap-1.5 overflow-clip rounded-[9px] border bg-bg py-3 pr-3 pl-4"
      >
        <span aria-hidden className="absolute inset-y-0 left-0 w-1 bg-tier" />
        <p className="text-[15px] leading-6 font-semibold">
          <UntrustedText>{now.sentence}</UntrustedText>
        </p>
        {action.line_count === null && <ChangeLines action={proposed} />}
        {now.nothing_to_do && (
          <p className="text-sm font-medium">The record already holds this: there is nothing left to do.</p>
        )}
      </div>
      <Definitions
        className="text-sm"
        rows={{
          Direction: directionWords(action, now),
          Tier: (
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <TierBadge tier={tier} />
              <span className="text-ink-2">
                {plainWords(now.risk_rule)}
                {tier !== action.risk_level && `; it was L${action.risk_level}`}
              </span>
            </span>
          ),
          Impact: `${impactText({ ...action, impact })}${impact.basis ? ` ${impact.basis}` : ""}`,
          "Decided by": approvalWords(now),
        }}
      />
      {now.own_approval && <p className="text-sm font-medium text-warn">{now.own_approval}</p>}
      {!now.verified && (
        <p className="text-sm font-medium text-warn">
          NetSuite could not be read: it starts from the earlier value, and its tier is high for that.
        </p>
      )}
    </>
  );
}
