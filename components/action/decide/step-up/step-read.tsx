"use client";
import { useState, type RefCallback } from "react";
import type { useLive } from "@/components/data/actions";
import { Button } from "@/components/ui/button";
import { GuardedButton } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard } from "@/components/ui/hand/use-guard";
import { lazily } from "@/components/ui/lazily";
import { GuardedFooter } from "@/components/ui/sheets/guarded-footer";
import { SHEET_SCROLLER } from "@/components/ui/sheets/sheet";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { ChangeTable } from "@/components/action/change/change-table";
import { LiveLine } from "@/components/action/change/live-line";
import { RelatedActionLines } from "@/components/action/change/related-action-lines";
import { relatedActionsOf } from "@/lib/view/action/related-actions";
import { asLive, whyNotByRecord } from "@/lib/view/action/as-live";
import { SentenceBox } from "@/components/action/change/sentence-box";
import { useEndRead } from "./use-end-read";

const ReadLines = lazily(() => import("@/components/roll/read-lines").then((module) => module.ReadLines));

interface ReadStepProps {
  action: ActionSummary;
  live: ReturnType<typeof useLive>;
  /** The record has changed since it was read to its end. */
  hasChanged: boolean;
  /** True where somebody came back from a later step: the focus went with it. */
  takesFocus: boolean;
  onNext: () => void;
  onCancel: () => void;
}

/**
 * The full change. Going on is possible once the end of its last row, or of a roll's last line, has been in view: that edge is
 * a part of the row, so that it is nowhere to be seen before the row is there.
 */
export function ReadStep({ action, live, hasChanged, takesFocus, onNext, onCancel }: ReadStepProps) {
  const [read, watchEnd] = useEndRead();
  const [line, setLine] = useState<number | null>(null);
  // As it was when this opened: nothing moves while it is read.
  const [others] = useState(() => relatedActionsOf(action));
  // The press that opened it, that was meant for a later step, or that began before all of it was here, says nothing of it.
  const isCurrentPlace = action.line_count === null ? live.data !== undefined : line !== null;
  const [guard, watch] = useGuard(useArrival(isCurrentPlace ? "change" : "loading", "itself"));
  return (
    <>
      <section
        ref={takesFocus ? focusOnce : undefined}
        data-focus-first
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach its end
        tabIndex={0}
        aria-label="The full change"
        className={SHEET_SCROLLER}
      >
        {hasChanged && (
          <p role="alert" className="text-sm font-medium text-warn">
            {live.data?.state === "unreadable"
              ? "NetSuite could not be read this time. Read the change once more."
              : "The record has changed since you read this. Read it once more."}
          </p>
        )}
        <SentenceBox action={asLive(action, live.data)} />
        <RelatedActionLines others={others} />
        {action.line_count === null ? (
          <>
            <ChangeTable action={action} live={live} watchEnd={watchEnd} />
            <LiveLine live={live} />
          </>
        ) : (
          <ReadLines action={action} watchEnd={watchEnd} onLine={setLine} />
        )}
        <p className="text-center text-2xs text-ink-3">End of the change</p>
      </section>
      <GuardedFooter guard={guard} watch={watch}>
        <GuardedButton
          guard={guard}
          name="read"
          waits="seen"
          tone="solid"
          disabled={!read || whyNotByRecord(action, live.data) !== null}
          onPress={onNext}
        >
          I have read it
        </GuardedButton>
        <Button onClick={onCancel}>Cancel</Button>
        <p className="text-xs text-ink-2 max-md:basis-full" data-testid="reading">
          {readingText(read, line, action.line_count)}
        </p>
        <span className="sr-only" aria-live="polite">
          {read && "You have reached the end."}
        </span>
      </GuardedFooter>
    </>
  );
}

const focusOnce: RefCallback<HTMLElement> = (scroller) => scroller?.focus();

/** How far the reader has come. There is always a line of it, so that the buttons beside it stay where they are. */
function readingText(read: boolean, line: number | null, lineCount: number | null): string {
  if (lineCount === null) return read ? "You have read it to its end." : "Scroll to the end to go on.";
  if (read) return `You have read all ${lineCount} lines.`;
  if (line === null) return "You can continue once all lines have loaded.";
  if (line === 0) return `Scroll to the last of ${lineCount} lines to go on.`;
  return `Line ${line} of ${lineCount}. Scroll to the last one to go on.`;
}
