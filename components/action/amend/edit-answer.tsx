import { useAction } from "@/components/data/actions";
import type { AmendAnswer } from "./amend-words";
import { plainWords } from "@/lib/view/words";
import { SentenceBox } from "@/components/action/change/sentence-box";

/** What became of an edit: the new version in its own words, the tier it met and why, and who may approve it. */
export function AnswerOfEdit({ answer, earlierId }: { answer: AmendAnswer; earlierId: number }) {
  const { data: made } = useAction(answer.versionId, null);
  return (
    <div aria-live="polite" className="grid gap-3 text-sm">
      {made && <SentenceBox action={made} />}
      <p className="font-medium">{answer.text}</p>
      {made && (
        <p className="text-ink-2">
          Its tier comes from the rule <b className="font-semibold">{plainWords(made.risk_rule)}</b>.
        </p>
      )}
      <p className="text-ink-2">#{earlierId} is superseded and can no longer be approved.</p>
    </div>
  );
}
