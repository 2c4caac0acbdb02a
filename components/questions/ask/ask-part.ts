import type { FieldIssue } from "@/lib/core/errors";
import type { AskDraft } from "@/lib/view/questions/ask-form";

/** The props of each part of the form for asking. */
export interface AskPartProps {
  draft: AskDraft;
  issues: readonly FieldIssue[];
  onChange: (change: Partial<AskDraft>) => void;
}
