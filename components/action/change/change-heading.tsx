import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ActionSummary, ChangeView } from "@/lib/contract/actions/action-view";
import { fitsOnCard } from "@/lib/core/action/unshown";
import { ChangeLines } from "./change-lines";
import { EndOfText } from "./reading";

/** True where the sentence says it all; otherwise its texts are too long or too odd for a heading, and stand below. */
function isSentence({ unshown, sayable }: ActionSummary): boolean {
  return sayable && (unshown === null || unshown === "roll" || unshown === "uninspectable");
}

/** The whole change in one sentence; where a card could not show that, the kind of write and its subject. */
export function ChangeHeading({ action }: { action: ActionSummary }) {
  if (isSentence(action)) return <UntrustedText>{action.sentence}</UntrustedText>;
  return (
    <>
      {action.title} · <UntrustedText edge={!action.sayable}>{action.subject}</UntrustedText>
    </>
  );
}

interface RemainingChangesProps {
  action: ActionSummary;
  /** Numbers too, with their differences, although the sentence says them. */
  numbers?: boolean;
}

/** The changes that the heading leaves out, whole and to their end. */
export function RemainingChanges({ action, numbers = false }: RemainingChangesProps) {
  if (action.line_count !== null) return null;
  const rest = action.changes.filter((change) => !isSaid(action, change, numbers));
  return (
    <>
      {rest.length > 0 && <ChangeLines action={action} whole only={rest} />}
      <EndOfChange action={action} />
    </>
  );
}

function isSaid(action: ActionSummary, { kind, said }: ChangeView, numbers: boolean): boolean {
  return said && isSentence(action) && (kind === "text" || !numbers);
}

/** Marks the end of a change whose values are all short: many changes, characters that can deceive, a long name. */
export function EndOfChange({ action, className }: { action: ActionSummary; className?: string }) {
  const { unshown, changes, payload_hash: hash } = action;
  if (unshown === null || unshown === "roll") return null;
  if (changes.some(({ to }) => to !== null && !fitsOnCard(to))) return null;
  return <EndOfText label="change" text={hash} {...(className ? { className } : {})} />;
}
