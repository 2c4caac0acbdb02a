"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { onceStill } from "@/components/data/once-still";
import type { WorkflowCheck } from "@/lib/contract/workflows/definitions";
import { act } from "@/lib/operations/act";
import { type TextStanding, isTurnedAway, standingOfText } from "@/lib/view/workflows/text-standing";

/** A person has thirty checks a minute: a text is checked once its writer rests. */
const pauseMs = 1_000;
const againMs = 5_000;

export interface CheckedText {
  standing: TextStanding;
  /** Its faults, or what this installation lacks for it: of this text, or while it is being checked of the one before. */
  problems: WorkflowCheck["errors"];
}

/** The text as the server judges it, a moment after the last keystroke. */
export function useCheckedText(text: string): CheckedText {
  const isEmpty = text.trim() === "";
  const query = useQuery({
    queryKey: ["workflow-check", text],
    queryFn: async ({ signal }) => {
      await onceStill(signal, pauseMs);
      return act("validateWorkflow", { source: text });
    },
    enabled: !isEmpty,
    retry: false,
    staleTime: ({ state }) => (isTurnedAway(state.data) ? 0 : Infinity),
    refetchInterval: ({ state }) => (isTurnedAway(state.data) ? againMs : false),
    placeholderData: keepPreviousData,
  });
  const answered = isEmpty ? undefined : query.data;
  return {
    standing: standingOfText({ isEmpty, answered, isOld: query.isPlaceholderData, isLost: query.isError }),
    problems: answered?.ok ? [...answered.result.errors, ...answered.result.warnings] : [],
  };
}
