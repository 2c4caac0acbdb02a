import type { FieldIssue } from "@/lib/core/errors";
import { sentenceCase } from "@/lib/view/words";

/** What is wrong with the field of this name, in a sentence. The server's own refusals come to the fields by themselves. */
export function issueAt(issues: readonly FieldIssue[], path: string): string | null {
  const issue = issues.find((one) => one.path === path);
  return issue ? `${sentenceCase(issue.message)}.` : null;
}
