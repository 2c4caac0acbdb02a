import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { VersionLink } from "./version-link";

interface ConflictLinesProps {
  conflicts: ActionSummary["conflicts_with"];
  /** A dialog leads nowhere else. */
  withLinks?: boolean;
}

/** Other waiting actions that would set another value here. */
export function ConflictLines({ conflicts, withLinks = false }: ConflictLinesProps) {
  return conflicts.map(({ id, words }) => (
    <p key={id} data-testid="conflict" className="text-sm font-semibold break-words text-warn">
      {words}. {withLinks && <VersionLink id={id} words="Open it" />}
    </p>
  ));
}
