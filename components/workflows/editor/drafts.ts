"use client";
import { useViewer } from "@/components/data/viewer";
import { createDrafts } from "@/components/state/drafts";

/** A text that somebody writes, until it is stored. */
export interface WorkflowDraft {
  text: string;
  /** The number of the version that it began from; 0: a new workflow. */
  base: number;
}

function isDraft(value: unknown): value is WorkflowDraft {
  const { text, base } = (value ?? {}) as Partial<WorkflowDraft>;
  return typeof text === "string" && typeof base === "number";
}

const drafts = createDrafts("countersign.workflow", isDraft);
export const { keep: keepDraft, draftAt } = drafts;

/** `of`: a workflow's id, or `new`. One person's draft is not shown to the next one who signs in. */
export function useWorkflowDraft(of: string) {
  const { tenantId, email } = useViewer();
  const key = JSON.stringify([tenantId, email, of]);
  return {
    draft: drafts.useDraft(key),
    keep: (next: WorkflowDraft) => keepDraft(key, next),
    forget: () => keepDraft(key, null),
  };
}
