"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { getJson, readingFailure } from "@/components/data/get-json";
import { actionPath } from "@/components/data/actions";
import { useRead } from "@/components/data/use-read";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { LineList, LiveLines } from "@/lib/contract/actions/lines";

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
  status: "idle" | "pending" | "success" | "error";
  failure: string | null;
  start: () => void;
}

/** Asks NetSuite for every line, fifty to a call; a second press starts again. */
export function useCheck(actionId: number): Check {
  const [lines, setLines] = useState<ReadonlyMap<number, LiveLine>>(new Map());
  const { status, error, isPending, mutate } = useMutation({
    mutationFn: async () => {
      setLines(new Map());
      for (let cursor: number | null = 0; cursor !== null;) {
        const path = `${actionPath(actionId)}/lines/live?cursor=${cursor}`;
        const page: LiveLines = await getJson<LiveLines>(path, undefined, readTimeoutMs);
        if (page.state === "unreadable") throw new Error(page.reason ?? "NetSuite could not be asked.");
        setLines(
          (before) => new Map([...before, ...page.items.map((item) => [item.line_no, item] as const)]),
        );
        cursor = page.next_cursor;
      }
    },
  });
  const failure = error && (error.name === "Error" ? error.message : readingFailure(error));
  return { lines, status, failure, start: () => !isPending && mutate() };
}
