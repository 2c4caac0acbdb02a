"use client";
import { useState } from "react";
import { ChangeHeading, RemainingChanges } from "@/components/action/change/change-heading";
import { EndOfText, ReadingProvider, useEndSeen } from "@/components/action/change/reading";
import { ActionLink } from "@/components/action/change/version-link";
import { Warning } from "@/components/action/change/warning";
import { useDialogKeys } from "@/components/keyboard/use-keys";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { GuardedButton } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard } from "@/components/ui/hand/use-guard";
import { Kbd } from "@/components/ui/kbd";
import { Skeleton } from "@/components/ui/states";
import { GuardedFooter } from "@/components/ui/sheets/guarded-footer";
import { SHEET_SCROLLER, Sheet } from "@/components/ui/sheets/sheet";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { countWords } from "@/lib/view/words";
import { CardMeta } from "@/components/inbox/card/card-meta";
import { TierBadge } from "@/components/action/change/tier-badge";
import { READING_AGAIN } from "@/components/action/decide/answer-line";
import { type BulkReview, TURN_WORDS } from "./bulk-review";
import { type BulkChoice, warningsOf } from "./bulk-words";
import { useBulkReadings } from "./use-bulk-readings";

interface BulkReviewProps {
  /** As it stood when the list was opened: what arrives or leaves behind the dialog changes nothing in it. */
  choice: BulkChoice;
  sending: boolean;
  onApprove: (actions: readonly ActionSummary[]) => void;
  onClose: () => void;
}

/**
 * Everything that a bulk approval approves, row by row and whole, beside the records as they are now. It is pressed once the
 * last row has been in view.
 */
export function BulkReviewDialog({ choice, ...props }: BulkReviewProps) {
  const readings = useBulkReadings(choice);
  const { turns } = readings.reviewed ?? { turns: 0 };
  // A list that has changed is another one, which is read again.
  return (
    <ReadingProvider key={turns}>
      <Review {...props} choice={readings.reviewed?.choice ?? choice} readings={readings} />
    </ReadingProvider>
  );
}

const endLabel = "list";
const READ_FIRST = "Read the list to its end first.";
const NONE_APPROVABLE = "None of them can be approved together.";

interface ReviewProps extends BulkReviewProps {
  readings: ReturnType<typeof useBulkReadings>;
}

function Review({ choice, readings, sending, onApprove, onClose }: ReviewProps) {
  const { approvable, approvableWorth } = choice;
  const { reviewed, left, lookAgain } = readings;
  const isRead = useEndSeen(endLabel);
  // A press that began before the list was there says nothing of it.
  const [guard, watch] = useGuard(useArrival(reviewed === null ? "reading" : "review", "itself"));
  // One press decides, however long it is held. Cancel ends it while the records are read again.
  const [pressed, setPressed] = useState(false);
  const approve = async () => {
    if (pressed) return;
    setPressed(true);
    if (await lookAgain()) onApprove(approvable);
    else setPressed(false);
  };
  const count = countWords(approvable.length, "action");
  const unread = approvable.length === 0 ? NONE_APPROVABLE : isRead ? null : READ_FIRST;
  const underWay = sending ? "Approving…" : pressed ? READING_AGAIN : null;
  const pressKey = () => {
    const why = underWay ?? unread;
    guard.press("approve", () => why ?? void approve());
  };
  useDialogKeys([
    { key: "a", run: pressKey },
    { key: "Enter", run: pressKey },
  ]);
  return (
    <Sheet
      wide
      onClose={onClose}
      closable={!sending}
      title={`Approve ${count}?`}
      description={[
        "Each is written exactly as it stands here.",
        approvableWorth && `${approvableWorth.charAt(0).toUpperCase()}${approvableWorth.slice(1)}.`,
      ]
        .filter(Boolean)
        .join(" ")}
    >
      <ReviewList choice={choice} reviewed={reviewed} left={left} />
      <GuardedFooter guard={guard} watch={watch}>
        <GuardedButton
          guard={guard}
          name="approve"
          waits="seen"
          tone="solid"
          disabled={unread !== null || pressed}
          onPress={() => void approve()}
        >
          {underWay ?? [`Approve ${approvable.length}`, approvableWorth].filter(Boolean).join(" · ")}{" "}
          {!underWay && <Kbd className="border-current/40! bg-transparent! text-current! opacity-60">A</Kbd>}
        </GuardedButton>
        <Button disabled={sending} onClick={onClose}>
          Cancel
        </Button>
        {/* Keeps its room: nothing moves under the finger once the list is read. */}
        <span
          aria-hidden={isRead}
          className={cn("text-xs text-ink-3 max-md:basis-full", isRead && "invisible")}
        >
          {unread ?? READ_FIRST}
        </span>
      </GuardedFooter>
    </Sheet>
  );
}

interface ReviewListProps extends Pick<ReviewProps, "choice"> {
  /** Null: the records are being read. */
  reviewed: BulkReview | null;
  left: number;
}

/** The part that scrolls. It has the focus first: End and the arrows go through it. */
function ReviewList({ choice: { approvable, singly }, reviewed, left }: ReviewListProps) {
  return (
    <section
      data-focus-first
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach its end
      tabIndex={0}
      aria-label="The list"
      className={cn(SHEET_SCROLLER, "gap-5")}
    >
      {reviewed?.turn && (
        <p role="alert" className="rounded-lg bg-warn-soft px-3 py-2 text-sm font-medium text-warn">
          {TURN_WORDS[reviewed.turn]}
        </p>
      )}
      {reviewed === null ? (
        <Skeleton words={`Reading ${countWords(left, "record")} from NetSuite…`} lines={6} />
      ) : (
        <ol className="grid grid-cols-[minmax(0,1fr)]" aria-label="Approved together">
          {approvable.map((action, index) => (
            <Row key={action.id} action={action}>
              <RemainingChanges action={action} numbers />
              <CardMeta action={action} whole />
              {warningsOf(action).map((words) => (
                <Warning key={words} words={words} />
              ))}
              {reviewed.readings.get(action.id)?.state === "unreadable" && (
                <p className="text-xs text-warn">
                  NetSuite could not be read. The write itself compares the record first.
                </p>
              )}
              {index === approvable.length - 1 && <EndOfText label={endLabel} text="" />}
            </Row>
          ))}
        </ol>
      )}
      {singly.length > 0 && <LeftOut singly={singly} />}
    </section>
  );
}

function Row({ action, children }: { action: ActionSummary; children: React.ReactNode }) {
  return (
    <li
      data-action-id={action.id}
      data-tier={action.risk_level}
      className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line/70 py-2.5 last:border-0"
    >
      <div className="flex min-w-0 items-start gap-3">
        <p className="min-w-0 flex-1 text-sm font-medium break-words">
          <ChangeHeading action={action} />
        </p>
        <div className="flex shrink-0 items-center gap-2 max-md:flex-col-reverse max-md:items-end max-md:gap-1">
          <TierBadge tier={action.risk_level} />
          <ActionLink id={action.id} className="text-xs" />
        </div>
      </div>
      {children}
    </li>
  );
}

/** The rest of the selection, which this press leaves as it is. */
function LeftOut({ singly }: Pick<BulkChoice, "singly">) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1 border-t pt-3" aria-label="Left out">
      <h3 className="text-sm font-semibold">
        {singly.length === 1 ? "One is left out" : `${singly.length} are left out`}
      </h3>
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {singly.map(({ action, why }) => (
          <Row key={action.id} action={action}>
            <p className="text-xs text-ink-2">{why}</p>
          </Row>
        ))}
      </ul>
    </section>
  );
}
