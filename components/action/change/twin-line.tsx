import { twinWarning } from "@/lib/view/action/twin";
import { VersionLink } from "./version-link";

interface TwinLineProps {
  twinId: number | null;
  /** A dialog leads nowhere else. */
  withLink?: boolean;
}

/** The very same write waits a second time. */
export function TwinLine({ twinId, withLink = false }: TwinLineProps) {
  if (twinId === null) return null;
  return (
    <p data-testid="twin" className="text-sm font-semibold text-warn">
      {twinWarning(twinId)}. {withLink && <VersionLink id={twinId} words="Open it" />}
    </p>
  );
}
