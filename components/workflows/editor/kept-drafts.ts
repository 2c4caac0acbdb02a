"use client";
import { useEffect } from "react";
import { useViewer } from "@/components/data/viewer";
import { createStore } from "@/components/state/store";

/** A text that somebody writes, until it is stored: it outlives its page, and a reload too. */
export interface KeptDraft {
  text: string;
  /** The number of the version that it began from; 0: a new workflow. */
  base: number;
}

/** Null: there is none. A key that is missing was not looked up yet. */
const drafts = createStore<ReadonlyMap<string, KeptDraft | null>>(new Map());
const nameOf = (key: string) => `countersign.workflow.${key}`;

export function keepDraft(key: string, draft: KeptDraft | null): void {
  drafts.set(new Map(drafts.get()).set(key, draft));
  try {
    if (draft) sessionStorage.setItem(nameOf(key), JSON.stringify(draft));
    else sessionStorage.removeItem(nameOf(key));
  } catch {
    // A browser that keeps nothing: the draft lasts until the page is loaded again.
  }
}

/** The draft as this tab kept it, in memory or over a reload. */
export function draftAt(key: string): KeptDraft | null {
  const inMemory = drafts.get().get(key);
  if (inMemory !== undefined) return inMemory;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? "null");
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isDraft(kept: unknown): kept is KeptDraft {
  const { text, base } = (kept ?? {}) as Partial<KeptDraft>;
  return typeof text === "string" && typeof base === "number";
}

/** `of`: a workflow's id, or `new`. One person's draft is not shown to the next one who signs in. */
export function useKeptDraft(of: string) {
  const { tenantId, email } = useViewer();
  const key = JSON.stringify([tenantId, email, of]);
  const draft = drafts.use().get(key);
  useEffect(() => {
    if (draft === undefined) keepDraft(key, draftAt(key));
  }, [draft, key]);
  return {
    draft: draft ?? null,
    keep: (next: KeptDraft) => keepDraft(key, next),
    forget: () => keepDraft(key, null),
  };
}
