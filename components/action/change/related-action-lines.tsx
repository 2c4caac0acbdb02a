import type { RelatedAction } from "@/lib/view/action/related-actions";
import { CONFLICTS_NAMED_MAX } from "@/lib/core/action/proposed-action";
import { VersionLink } from "./version-link";

/** More would push the change itself out of view. */
const SHOWN_MAX = 3;

interface RelatedActionLinesProps {
  others: readonly RelatedAction[];
  /** A dialog leads nowhere else. */
  withLinks?: boolean;
}

/** Other actions that wait for the same record: the first ones, and how many more. */
export function RelatedActionLines({ others, withLinks = false }: RelatedActionLinesProps) {
  const more = others.length - SHOWN_MAX;
  return (
    <>
      {others.slice(0, SHOWN_MAX).map((other) => (
        <RelatedActionLine key={other.id} other={other} withLinks={withLinks} />
      ))}
      {more > 0 && withLinks && (
        <details>
          <summary className="cursor-pointer text-sm font-semibold text-warn">{moreWords(more)}</summary>
          <div className="mt-2 grid gap-2 pl-4">
            {others.slice(SHOWN_MAX).map((other) => (
              <RelatedActionLine key={other.id} other={other} withLinks />
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

interface RelatedActionLineProps {
  other: RelatedAction;
  withLinks: boolean;
}

const RelatedActionLine = ({ other: { id, words, agent }, withLinks }: RelatedActionLineProps) => (
  <p data-testid={agent ? "conflict" : "twin"} className="text-sm font-semibold text-warn">
    {words}. {withLinks && <VersionLink id={id} words="Open it" />}
  </p>
);
