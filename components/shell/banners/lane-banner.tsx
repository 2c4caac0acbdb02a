"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Icon } from "@/components/ui/icons/icon";
import { useState } from "react";
import { useNow } from "@/components/state/clock";
import { useViewer } from "@/components/data/viewer";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/time";
import type { LaneRetry, Overview } from "@/lib/contract/monitoring/overview";
import { mayAdminister } from "@/lib/core/access/principal";
import { durationText } from "@/lib/view/time";
import { countWords } from "@/lib/view/words";
import { announce } from "@/components/ui/announcer";
import { act } from "@/lib/operations/act";

/** The account does not let us in: since when, why, what repairs it, and when it is tried again. */
export function LaneBanner({ lane }: { lane: Overview["lane"] }) {
  const now = useNow();
  const leftMs = lane.next_try_at ? Date.parse(lane.next_try_at) - now : null;
  return (
    <section
      aria-label="NetSuite lane halted"
      data-testid="lane-banner"
      className="flex items-start gap-2.5 border-b bg-warn-soft px-4 py-2 text-sm text-warn max-md:flex-wrap"
    >
      <Icon name="triangle-alert" className="mt-0.5 size-4 shrink-0" />
      <div role="alert" className="grid min-w-0 flex-1 gap-0.5">
        <p>
          <b>NetSuite lane halted</b>
          {lane.halted_at && (
            <>
              {" "}
              <RelativeTime iso={lane.halted_at} />
            </>
          )}
          . {lane.why ?? lane.message ?? "NetSuite cannot be reached."}
        </p>
        {lane.to_do && (
          <details>
            <summary className="w-fit cursor-pointer rounded underline-offset-2 hover:underline max-md:py-2">
              What to do
            </summary>
            <p className="max-w-3xl pb-1">{lane.to_do}</p>
          </details>
        )}
        <p>
          {lane.waiting === 0
            ? "No approved write waits. "
            : `${countWords(lane.waiting, "approved write waits", "approved writes wait")} and ${lane.waiting === 1 ? "spends" : "spend"} no attempt. `}
          {nextTryWords(leftMs, lane.waiting)}
        </p>
      </div>
      <TryNow />
    </section>
  );
}

function nextTryWords(leftMs: number | null, waiting: number): string {
  if (leftMs === null || waiting === 0) return "The next one approved tries whether NetSuite answers.";
  return leftMs > 0 ? `Tried again in ${durationText(leftMs)}.` : "One of them may try again now.";
}

function TryNow() {
  const admin = mayAdminister(useViewer().role);
  const queries = useQueryClient();
  const [sending, setSending] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  if (!admin) return null;
  const send = async () => {
    if (sending) return;
    setSending(true);
    const words = await tryIt();
    setAnswer(words);
    announce(words);
    setSending(false);
    void queries.invalidateQueries({ queryKey: ["overview"] });
    void queries.invalidateQueries({ queryKey: ["lane"] });
  };
  return (
    <div className="grid shrink-0 justify-items-end gap-1 max-md:w-full max-md:justify-items-stretch">
      <Button size="small" aria-disabled={sending} onClick={() => void send()}>
        {sending ? "Trying…" : "Try again now"}
      </Button>
      {answer && <p className="max-w-64 text-xs md:text-right">{answer}</p>}
    </div>
  );
}

async function tryIt(): Promise<string> {
  try {
    const answered = await act("retryLane");
    return answered.ok ? triedWords(answered.result) : answered.problem.detail;
  } catch {
    return "No answer came back. Look at how the lane stands before you try again.";
  }
}

function triedWords({ tried, action_id, state }: LaneRetry): string {
  if (tried === "push")
    return `The write of #${action_id} is on its way; the lane opens when NetSuite takes it.`;
  if (tried === "nothing") return "There is nothing to try with: no write waits and no proposal can be read.";
  return state === "open"
    ? "NetSuite answers again: the lane is open."
    : "NetSuite still does not let us in; nothing was sent.";
}
