"use client";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefCallback } from "react";
import { isOnline } from "@/components/state/online";
import { useFromServer } from "@/components/state/use-from-server";
import { announce } from "@/components/ui/announcer";
import { cameUnderCover, useClosings } from "./closings";
import { accept, arrive, newArrival, now, verdictOn, type Arrival, type Verdict } from "./arrivals";
import { ARMED_AFTER_MS, asksForQuiet, msUntilKey, viewMsFor, type Came } from "./hand";
import { viewedAtOpeningMs, watchInView } from "./in-view";
import { pageInViewForMs } from "./page-opening";

const refusalShownMs = 3_000;

export interface Refusal {
  count: number;
  /** The name of the pressed button. */
  of: string;
  text: string;
}

/** Returns why nothing was done, if so. */
export type Pressed = () => string | void;

export interface Guard {
  came: Came;
  /** It was in view for long enough. */
  seen: boolean;
  /** A key would count now. */
  armed: boolean;
  refusal: Refusal | null;
  /** Runs what was pressed, or shows and says why the press did not count; so does a sentence that `run` returns. */
  press: (of: string, run: Pressed) => void;
  /** Shakes the button and says why. */
  refuse: (of: string, text: string) => void;
}

/**
 * A new thing in front of the reader with each key. Several guards may share one, such as the cards of a list. Only a component
 * that stood in the server's page can have come with it.
 */
export function useArrival(key: string | number, came: Came, takesTyping = false): Arrival {
  const cameAs = useFromServer() || came !== "opened" ? came : "itself";
  // oxlint-disable-next-line react/exhaustive-deps -- the key is what makes it another one
  const arrival = useMemo(() => newArrival(cameAs, takesTyping), [key]);
  useLayoutEffect(() => arrive(arrival), [arrival]);
  return arrival;
}

/** The same thing, or another one each time that it has turned under the reader's eyes: `turns` counts how often. */
export function useTurned(arrival: Arrival, turns: number, came: Came = "itself"): Arrival {
  const { takesTyping } = arrival;
  // oxlint-disable-next-line react/exhaustive-deps -- each turn, and each new arrival, makes it another one
  const turned = useMemo(() => (turns === 0 ? null : newArrival(came, takesTyping)), [arrival, turns]);
  useLayoutEffect(() => (turned ? arrive(turned) : undefined), [turned]);
  return turned ?? arrival;
}

/**
 * A new arrival each time a dialog over it has closed, or its hidden tab is shown again: until then nothing was in view.
 * Closing it counts as asking for the content behind, unless that content came or changed meanwhile. Content that comes later
 * came by itself again.
 */
function useUncovered(given: Arrival): Arrival {
  const closings = useClosings();
  const [last, setLast] = useState<Uncovered>({ closings: 0, over: null, came: "reader" });
  if (closings !== last.closings)
    setLast({
      closings,
      over: given,
      came: cameUnderCover(given.since?.at ?? now()) ? "unseen" : "reader",
    });
  return useTurned(given, last.over === given ? last.closings : 0, last.came);
}

interface Uncovered {
  closings: number;
  over: Arrival | null;
  came: Came;
}

/**
 * Guards what decides a thing against presses that were meant for what stood there before. `watch` takes what has to be in view,
 * whole, before a press counts.
 */
export function useGuard(given: Arrival): [guard: Guard, watch: RefCallback<HTMLElement>] {
  const arrival = useUncovered(given);
  const [seen, watch, isAway] = useSighting(arrival);
  const ready = useReady(arrival);
  const { refusal, refuse, forget } = useRefusal(arrival);
  const press: Guard["press"] = (of, run) => {
    if (!isOnline()) return refuse(of, OFFLINE);
    const verdict = verdictOn(arrival);
    const isSeen = seen !== null && verdict.at - seen.at + seen.viewedMs >= verdict.viewMs;
    if (!verdict.counts || !(isSeen || arrival.since?.typed))
      return refuse(of, whyNot(arrival.came, { ...verdict, isAway: isAway.current }));
    accept(arrival);
    const refused = run();
    if (refused) refuse(of, refused);
    else forget();
  };
  return [
    { came: arrival.came, seen: seen !== null, armed: seen !== null && ready, refusal, press, refuse },
    watch,
  ];
}

/** The last press that did not count, for a few seconds. It is read out once, however often it is repeated. */
export function useRefusal(arrival: Arrival) {
  const [refusal, setRefusal] = useState<(Refusal & { arrival: Arrival }) | null>(null);
  useEffect(() => {
    if (!refusal) return;
    if (refusal.count === 1) announce(refusal.text);
    const timer = setTimeout(() => setRefusal(null), refusalShownMs);
    return () => clearTimeout(timer);
  }, [refusal]);
  const refuse = useCallback(
    (of: string, text: string) =>
      setRefusal((before) => {
        const isSame = before?.arrival === arrival && before.text === text;
        return { arrival, of, text, count: isSame ? before.count + 1 : 1 };
      }),
    [arrival],
  );
  const forget = useCallback(() => setRefusal(null), []);
  return { refusal: refusal?.arrival === arrival ? refusal : null, refuse, forget };
}

const LOOK_FIRST = "This one is new: look first.";
/** For a press in the first moments of something that the reader asked for. */
export const TOO_SOON = "Too soon: read it first, then press again.";
/** A press without a connection is not stored for later. */
export const OFFLINE = "You are offline: nothing can be sent.";
const MOVE_FIRST = `${LOOK_FIRST} Then move the pointer.`;
/** A longer look would not help: part of the thing is cut off. */
const OUT_OF_VIEW = "Part of it is out of view: see all of it first.";

function whyNot(came: Came, { counts, tool, isAway }: Verdict & { isAway: boolean }): string {
  if (counts && isAway) return OUT_OF_VIEW;
  if (!counts && tool === "mouse") return MOVE_FIRST;
  // On what the page opened with a key may count long before the quiet second.
  const isTooSoon = counts && came === "opened";
  return asksForQuiet(came) && !isTooSoon ? LOOK_FIRST : TOO_SOON;
}

/** It has been in view, whole, for `viewedMs` before `at`. */
interface Sighting {
  arrival: Arrival;
  at: number;
  viewedMs: number;
}

/** Watched through a callback ref: what a dialog shows is mounted later than the dialog's own effects run. */
function useSighting(
  arrival: Arrival,
): [seen: Sighting | null, watch: RefCallback<HTMLElement>, isAway: { readonly current: boolean }] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const attached = useRef<HTMLElement | null>(null);
  const watch = useCallback((mounted: HTMLElement | null) => {
    attached.current = mounted;
    setElement(mounted);
  }, []);
  const [seen, setSighting] = useState<Sighting | null>(null);
  const credited = useRef<Arrival | null>(null);
  const isAway = useRef(false);
  // In the page's first commit, where the frames before it showed enough: the browser's next look comes two frames later.
  useLayoutEffect(() => {
    const { came, since } = arrival;
    if (came !== "opened" || !since || !attached.current) return;
    const viewedMs = viewedAtOpeningMs(attached.current);
    if (viewedMs >= viewMsFor(came, since)) setSighting({ arrival, at: now(), viewedMs });
  }, [arrival]);
  useEffect(() => {
    if (!element) return;
    const { came, since } = arrival;
    // Given once: another element under the same arrival came later.
    const wasThere = came === "opened" && credited.current !== arrival;
    credited.current = arrival;
    const forMs = since ? viewMsFor(came, since) : ARMED_AFTER_MS[came];
    const stop = watchInView(element, forMs, {
      seenForMs: wasThere ? pageInViewForMs() : 0,
      onSeen: (viewedMs) =>
        setSighting((before) => (before?.arrival === arrival ? before : { arrival, at: now(), viewedMs })),
      onView: (isInView) => {
        isAway.current = !isInView;
        if (!isInView) setSighting(null);
      },
    });
    return () => {
      stop();
      setSighting(null);
    };
  }, [element, arrival]);
  return [seen?.arrival === arrival ? seen : null, watch, isAway];
}

/** True once a key would count: at once where the reader asked for it, else after a deliberate input or a quiet second. */
function useReady(arrival: Arrival): boolean {
  const [ready, setReady] = useState<Arrival | null>(null);
  useLayoutEffect(() => {
    if (!asksForQuiet(arrival.came)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (!arrival.since) return;
      const waitMs = msUntilKey(arrival.came, arrival.since, now());
      setReady(waitMs > 0 ? null : arrival);
      if (waitMs > 0) timer = setTimeout(look, waitMs);
    };
    arrival.listeners.add(look);
    look();
    return () => {
      clearTimeout(timer);
      arrival.listeners.delete(look);
    };
  }, [arrival]);
  return !asksForQuiet(arrival.came) || ready === arrival;
}
