"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from "react";
import { useViewer } from "@/components/data/viewer";
import { createRequired } from "@/components/state/required-context";
import { onceIdle } from "@/components/ui/hand/once-idle";
import type { StreamedAction } from "@/lib/contract/monitoring/stream";

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

/** How long to wait before the stream's code is asked for again, where it did not come: without a connection, after a release. */
const askAgainAfterMs = 60_000;

/** Changes as they happen. Polling goes on beside it: a stream that is cut, or that a proxy holds back, loses nothing. */
export function LiveUpdates({ from, children }: LiveUpdatesProps) {
  const queries = useQueryClient();
  const { tenantId, email } = useViewer();
  const name = `countersign-live-${tenantId}-${email}`;
  const start = useRef(from);
  const [live, tell] = useMemo(() => createLive(), []);
  useEffect(() => {
    let isOver = false;
    const hear = async () => {
      const code = await import("./hear-changes").catch(() => null);
      if (isOver) return;
      if (code) stop = code.hearChanges({ name, from: start.current, queries, tell });
      else {
        // Polling goes on alone meanwhile.
        const timer = setTimeout(() => void hear(), askAgainAfterMs);
        stop = () => clearTimeout(timer);
      }
    };
    // It goes on from where the page was rendered: the first key comes before it, and nothing is missed.
    let stop = onceIdle(() => void hear());
    return () => {
      isOver = true;
      stop();
    };
  }, [queries, name, tell]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** How those who listen are told. */
export type Tell = ReturnType<typeof createLive>[1];

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
