"use client";
import { useViewer } from "@/components/data/viewer";
import { createKept } from "@/components/state/kept";

/** A text that somebody writes, until it is stored. */
export interface KeptDraft {
  text: string;
  /** The number of the version that it began from; 0: a new workflow. */
  base: number;
}

function isDraft(kept: unknown): kept is KeptDraft {
  const { text, base } = (kept ?? {}) as Partial<KeptDraft>;
  return typeof text === "string" && typeof base === "number";
}

const drafts = createKept("countersign.workflow", isDraft);
export const { keep: keepDraft, keptAt: draftAt } = drafts;

/** `of`: a workflow's id, or `new`. One person's draft is not shown to the next one who signs in. */
export function useKeptDraft(of: string) {
  const { tenantId, email } = useViewer();
  const key = JSON.stringify([tenantId, email, of]);
  return {
    draft: drafts.useKept(key),
    keep: (next: KeptDraft) => keepDraft(key, next),
    forget: () => keepDraft(key, null),
  };
}
