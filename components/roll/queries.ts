"use client";
import { useRef, useState } from "react";
import { getJson, readingFailure } from "@/components/data/get-json";
import { actionPath } from "@/components/data/actions";
import { useRead } from "@/components/data/use-read";
import type { ActionSummary } from "@/lib/contract/action-view";
import type { LineList, LiveLines } from "@/lib/contract/lines";

const watchMs = 2_000;
const readTimeoutMs = 60_000;

export const isRunning = ({ push }: ActionSummary): boolean =>
  push !== null && ["queued", "pushing", "unknown"].includes(push.status);

/** Every line at once (500 at most), asked for again while the roll is on its way. */
export function useLines(action: ActionSummary) {
  return useRead<LineList>(["lines", action.id], `${actionPath(action.id)}/lines?limit=500`, {
    refetchInterval: isRunning(action) ? watchMs : false,
  });
}

export type LiveLine = LiveLines["items"][number];

export interface Check {
  lines: ReadonlyMap<number, LiveLine>;
  state: "none" | "running" | "done" | "failed";
  failure: string | null;
  start: () => void;
}

/** Asks NetSuite for every line, fifty to a call; a second press starts again. */
export function useCheck(actionId: number): Check {
  const [lines, setLines] = useState<ReadonlyMap<number, LiveLine>>(new Map());
  const [state, setState] = useState<Check["state"]>("none");
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef(false);
  const run = async () => {
    if (running.current) return;
    running.current = true;
    setLines(new Map());
    setState("running");
    setFailure(null);
    try {
      for (let cursor: number | null = 0; cursor !== null;) {
        const page: LiveLines = await getJson<LiveLines>(
          `${actionPath(actionId)}/lines/live?cursor=${cursor}`,
          undefined,
          readTimeoutMs,
        );
        if (page.state === "unreadable") throw new Error(page.reason ?? "NetSuite could not be asked.");
        setLines(
          (before) => new Map([...before, ...page.items.map((item) => [item.line_no, item] as const)]),
        );
        cursor = page.next_cursor;
      }
      setState("done");
    } catch (error) {
      setFailure(error instanceof Error && error.name === "Error" ? error.message : readingFailure(error));
      setState("failed");
    } finally {
      running.current = false;
    }
  };
  return { lines, state, failure, start: () => void run() };
}
