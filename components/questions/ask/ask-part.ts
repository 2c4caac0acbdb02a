import type { FieldIssue } from "@/lib/core/errors";
import type { AskDraft } from "@/lib/view/questions/ask-form";

/** What every part of the form in which people ask is given. */
export interface AskPartProps {
  draft: AskDraft;
  issues: readonly FieldIssue[];
  onChange: (change: Partial<AskDraft>) => void;
}
