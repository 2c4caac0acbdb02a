"use client";
import dynamic from "next/dynamic";
import { useCallback, useEffect, useRef, useState } from "react";
import type { useLive } from "@/components/data/actions";
import { Button } from "@/components/ui/button";
import { SheetFooter } from "@/components/ui/sheets/sheet";
import type { ActionSummary } from "@/lib/contract/action-view";
import { ChangeTable } from "@/components/action/change/change-table";
import { LiveLine } from "@/components/action/change/live-line";
import { SentenceBox } from "@/components/action/change/sentence-box";

const ReadLines = dynamic(() => import("@/components/roll/read-lines").then((module) => module.ReadLines));

const lookAtLeastMs = 300;

interface ReadStepProps {
  action: ActionSummary;
  live: ReturnType<typeof useLive>;
  onNext: () => void;
  onCancel: () => void;
}

/** The full diff; going on is possible once its end has been on screen. */
export function ReadStep({ action, live, onNext, onCancel }: ReadStepProps) {
  const scroller = useRef<HTMLElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const [read, setRead] = useState(false);
  // The lines of a roll come later; until then the end on screen is none.
  const [isWhole, setIsWhole] = useState(action.line_count === null);
  const onShown = useCallback(() => setIsWhole(true), []);
  useEffect(() => {
    if (!end.current || !isWhole) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry?.isIntersecting) timer = setTimeout(() => setRead(true), lookAtLeastMs);
      },
      { root: scroller.current },
    );
    observer.observe(end.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isWhole]);
  return (
    <>
      <section
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach its end
        tabIndex={0}
        aria-label="The full change"
        className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4"
      >
        <SentenceBox action={action} />
        {action.line_count === null ? (
          <>
            <ChangeTable action={action} live={live} />
            <LiveLine live={live} />
          </>
        ) : (
          <ReadLines action={action} onShown={onShown} />
        )}
        <p ref={end} className="text-center text-2xs text-ink-3">
          End of the change
        </p>
      </section>
      <SheetFooter>
        <Button tone="solid" disabled={!read} onClick={onNext}>
          I have read it
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        {!read && <span className="text-xs text-ink-3 max-md:basis-full">Scroll to the end to go on.</span>}
      </SheetFooter>
    </>
  );
}
