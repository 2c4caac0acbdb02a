import { changeWords } from "./change-words";
import type { PersonView } from "@/lib/contract/people";
import { RelativeTime } from "@/components/ui/time";

/** Who changed this last, and when, as the ledger has it. */
export function LastChange({ change }: { change: PersonView["last_change"] }) {
  if (!change) return <p className="text-xs text-ink-3">Set up with the installation; no change since.</p>;
  return (
    <p className="text-xs text-ink-3">
      {changeWords(change)} by {change.by}, <RelativeTime iso={change.at} />
    </p>
  );
}
