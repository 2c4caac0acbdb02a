import type { Beside } from "@/lib/view/action/beside";
import { CONFLICTS_NAMED_MAX } from "@/lib/core/action/proposed-action";
import { VersionLink } from "./version-link";

/** More would push the change itself out of view. */
const SHOWN_MAX = 3;

interface BesideLinesProps {
  others: readonly Beside[];
  /** A dialog leads nowhere else. */
  withLinks?: boolean;
}

/** Other actions that wait for the same record: the first ones, and how many more. */
export function BesideLines({ others, withLinks = false }: BesideLinesProps) {
  const more = others.length - SHOWN_MAX;
  return (
    <>
      {others.slice(0, SHOWN_MAX).map((other) => (
        <BesideLine key={other.id} other={other} withLinks={withLinks} />
      ))}
      {more > 0 && withLinks && (
        <details>
          <summary className="cursor-pointer text-sm font-semibold text-warn">{moreWords(more)}</summary>
          <div className="mt-2 grid gap-2 pl-4">
            {others.slice(SHOWN_MAX).map((other) => (
              <BesideLine key={other.id} other={other} withLinks />
            ))}
          </div>
        </details>
      )}
      {more > 0 && !withLinks && (
        <p data-testid="more-conflicts" className="text-sm font-semibold text-warn">
          {moreWords(more)}.
        </p>
      )}
    </>
  );
}

function moreWords(count: number): string {
  if (count === 1) return "One more asks for another value";
  // The view may have left out more.
  const isAll = count + SHOWN_MAX < CONFLICTS_NAMED_MAX;
  return `${isAll ? "" : "At least "}${count} more ask for other values`;
}

interface BesideLineProps {
  other: Beside;
  withLinks: boolean;
}

const BesideLine = ({ other: { id, words, agent }, withLinks }: BesideLineProps) => (
  <p data-testid={agent ? "conflict" : "twin"} className="text-sm font-semibold text-warn">
    {words}. {withLinks && <VersionLink id={id} words="Open it" />}
  </p>
);
