import type { FieldIssue } from "@/lib/core/errors";
import { sentenceCase } from "@/lib/view/words";

/** The problem with the field of this name, as a sentence. What the server refuses is shown at its field without this. */
export function issueAt(issues: readonly FieldIssue[], path: string): string | null {
  const issue = issues.find((one) => one.path === path);
  return issue ? `${sentenceCase(issue.message)}.` : null;
}
