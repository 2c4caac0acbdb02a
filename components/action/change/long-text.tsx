import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { CARD_LIMITS, fitsOnCard } from "@/lib/core/action/unshown";
import { countWords } from "@/lib/view/words";
import { EndOfText } from "./reading";

interface LongTextProps {
  action: ActionSummary;
  text: string;
  /** To its end, which says so; otherwise as much as a card of a list holds. */
  whole: boolean;
  /** The text in a word: `note`. Absent: nobody has to read it to its end. */
  endOf?: string;
  /** It stands among words of ours. */
  edge?: boolean;
}

/** A text of an action. It is cut nowhere but on a card that offers no approval for that very reason, and says by how much. */
export function LongText({ action, text, whole, endOf, edge = false }: LongTextProps) {
  if (action.unshown === null || fitsOnCard(text)) return <UntrustedText edge={edge}>{text}</UntrustedText>;
  if (whole)
    return (
      <>
        <UntrustedText edge={edge}>{text}</UntrustedText>
        {endOf !== undefined && <EndOfText label={endOf} text={text} />}
      </>
    );
  const head = cardPart(text);
  const hidden = countWords(text.length - head.length, "character");
  return (
    <>
      <UntrustedText edge={edge}>{head}</UntrustedText>
      <span className="text-xs font-normal text-ink-3"> … {hidden} more</span>
    </>
  );
}

/** As much of a text as a card shows: never half of a character. */
function cardPart(text: string): string {
  const lines = text.split("\n").slice(0, CARD_LIMITS.textLinesMax).join("\n");
  const part = lines.slice(0, CARD_LIMITS.textLengthMax);
  return part.isWellFormed() ? part : part.slice(0, -1);
}
