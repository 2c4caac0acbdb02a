import type { Beside } from "@/lib/view/action/beside";
import { VersionLink } from "./version-link";

interface BesideLinesProps {
  others: readonly Beside[];
  /** A dialog leads nowhere else. */
  withLinks?: boolean;
}

/** Other actions that wait for the same record. */
export const BesideLines = ({ others, withLinks = false }: BesideLinesProps) =>
  others.map(({ id, words, agent }) => (
    <p key={id} data-testid={agent ? "conflict" : "twin"} className="text-sm font-semibold text-warn">
      {words}. {withLinks && <VersionLink id={id} words="Open it" />}
    </p>
  ));
