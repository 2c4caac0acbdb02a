"use client";
import { useState } from "react";
import { useViewer } from "@/components/data/viewer";

/** Kept until the page is loaded again. The oldest gives way. */
const draftsMax = 50;
const drafts = new Map<string, string>();

export function keepDraft(key: string, reason: string): void {
  drafts.delete(key);
  if (reason.trim() === "") return;
  drafts.set(key, reason);
  const [oldest] = drafts.keys();
  if (drafts.size > draftsMax && oldest !== undefined) drafts.delete(oldest);
}

export const draftAt = (key: string): string => drafts.get(key) ?? "";

/** One person's words are not shown to the next one who signs in. */
function useDraftKey(): (of: string) => string {
  const { tenantId, email } = useViewer();
  return (of) => JSON.stringify([tenantId, email, of]);
}

/** The reason as it is typed. It outlives its sheet: whoever looks something up meanwhile finds it there again. */
export function useReasonDraft(of: string): [reason: string, setReason: (reason: string) => void] {
  const key = useDraftKey()(of);
  const [reason, setReason] = useState(() => draftAt(key));
  const keep = (typed: string) => {
    keepDraft(key, typed);
    setReason(typed);
  };
  return [reason, keep];
}

/** For a reason that was sent and taken. */
export function useForgetDraft(): (of: string) => void {
  const keyOf = useDraftKey();
  return (of) => keepDraft(keyOf(of), "");
}
