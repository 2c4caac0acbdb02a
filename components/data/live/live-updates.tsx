"use client";
import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from "react";
import { actionKey, progressKey } from "@/components/data/actions";
import { useViewer } from "@/components/data/viewer";
import { createRequired } from "@/components/state/required-context";
import { onceIdle } from "@/components/ui/hand/once-idle";
import type { StreamedAction } from "@/lib/contract/monitoring/stream";
import { hearStream } from "./event-stream";
import { inBursts } from "./in-bursts";

/** The queries that are read anew when an action changes, besides the action itself. */
const OF_ACTIONS = [
  "list",
  "overview",
  "dead-letters",
  "dashboard",
  "notices",
  "lines",
  "jobs",
  "job",
  "email-drafts",
  "cache-versions",
  "runs",
];
/** The queries that are read anew when a switch, the lane, a person, a rule or a question to people changes. */
const OF_CONTROLS = [
  "overview",
  "lane",
  "dashboard",
  "retention",
  "subscribers",
  "content-setting",
  "workflows",
  "runs",
  "questions",
];

/** Lists of what has happened: they stay as they were read, and say that there is more by now. */
const OF_ALL = ["audit-events"];

/** Where much happens, figures are read anew ever more rarely; rows leave all the same. */
const figuresPace = { everyMs: 1_000, mostMs: 5_000 };
/** A roll that is being written changes with each of its lines. */
const actionsPace = { everyMs: 100 };

interface Live {
  /** Called at each change. Returns how to leave. */
  onChange: (listener: (change: StreamedAction) => void) => () => void;
  /** Called where changes may have been missed. Returns how to leave. */
  onGap: (listener: () => void) => () => void;
  isLive: () => boolean;
  onLive: (listener: () => void) => () => void;
}
const [LiveContext, useLiveContext] = createRequired<Live>("LiveUpdates");

interface LiveUpdatesProps {
  /** The newest event when the page was rendered. */
  from: number;
  children: ReactNode;
}

/** Changes as they happen. Polling goes on beside it: a stream that is cut, or that a proxy holds back, loses nothing. */
export function LiveUpdates({ from, children }: LiveUpdatesProps) {
  const queries = useQueryClient();
  const { tenantId, email } = useViewer();
  const name = `countersign-live-${tenantId}-${email}`;
  const start = useRef(from);
  const [live, tell] = useMemo(() => createLive(), []);
  useEffect(() => {
    const reading = readAnew(queries);
    const hear = () =>
      hearStream({
        name,
        from: start.current,
        listener: {
          onChange: (change) => {
            reading.action(change.id);
            tell.change(change);
          },
          onControl: reading.controls,
          onGap: () => {
            // Live readings cost NetSuite requests, and have an age of their own.
            void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== "live" });
            tell.gap();
          },
          onLive: tell.live,
        },
      });
    // It goes on from where the page was rendered: the first key comes before it, and nothing is missed.
    let stop = onceIdle(() => (stop = hear()));
    return () => {
      stop();
      reading.stop();
    };
  }, [queries, name, tell]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

const isOneOf =
  (keys: readonly string[]) =>
  ({ queryKey: [first] }: Query) =>
    keys.includes(String(first));

function readAnew(queries: QueryClient) {
  const changed = new Set<number>();
  const anew = (keys: readonly string[]) => () => {
    void queries.invalidateQueries({ predicate: isOneOf(keys) });
    void queries.invalidateQueries({ predicate: isOneOf(OF_ALL), refetchType: "none" });
  };
  const figures = inBursts(figuresPace, anew(OF_ACTIONS));
  const controls = inBursts(figuresPace, anew(OF_CONTROLS));
  const actions = inBursts(actionsPace, () => {
    for (const id of changed) {
      void queries.invalidateQueries({ queryKey: actionKey(id) });
      void queries.invalidateQueries({ queryKey: progressKey(id) });
    }
    changed.clear();
  });
  return {
    action: (id: number) => {
      changed.add(id);
      actions.add();
      figures.add();
    },
    controls: controls.add,
    stop: () => [figures, controls, actions].forEach((one) => one.stop()),
  };
}

function createLive() {
  const changes = new Set<(change: StreamedAction) => void>();
  const gaps = new Set<() => void>();
  const ups = new Set<() => void>();
  let isLive = false;
  const joins =
    <One,>(all: Set<One>) =>
    (one: One) => {
      all.add(one);
      return () => void all.delete(one);
    };
  const live: Live = {
    onChange: joins(changes),
    onGap: joins(gaps),
    onLive: joins(ups),
    isLive: () => isLive,
  };
  const tell = {
    change: (change: StreamedAction) => changes.forEach((listener) => listener(change)),
    gap: () => gaps.forEach((listener) => listener()),
    live: (now: boolean) => {
      isLive = now;
      ups.forEach((listener) => listener());
    },
  };
  return [live, tell] as const;
}

/** Calls `listener` at each change. It may be another function every time. */
export function useChanges(listener: (change: StreamedAction) => void): void {
  const { onChange } = useLiveContext();
  const latest = useLatest(listener);
  useEffect(() => onChange((change) => latest.current(change)), [onChange, latest]);
}

/** Calls `listener` where changes may have been missed. It may be another function every time. */
export function useGaps(listener: () => void): void {
  const { onGap } = useLiveContext();
  const latest = useLatest(listener);
  useEffect(() => onGap(() => latest.current()), [onGap, latest]);
}

/** False: changes are seen by polling alone. */
export function useIsLive(): boolean {
  const { onLive, isLive } = useLiveContext();
  return useSyncExternalStore(onLive, isLive, () => false);
}

function useLatest<One>(value: One) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
