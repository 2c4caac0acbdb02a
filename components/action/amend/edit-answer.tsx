import { useAction } from "@/components/data/actions";
import type { AmendAnswer } from "./amend-words";
import { plainWords } from "@/lib/view/words";
import { SentenceBox } from "@/components/action/change/sentence-box";

/** The answer to an edit: the new version in its own words, its tier and why, and who may approve it. */
export function AnswerOfEdit({ answer, earlierId }: { answer: AmendAnswer; earlierId: number }) {
  const { data: version } = useAction(answer.versionId, null);
  return (
    <div aria-live="polite" className="grid gap-3 text-sm">
      {version && <SentenceBox action={version} />}
      <p className="font-medium">{answer.text}</p>
      {version && (
        <p className="text-ink-2">
          Its tier comes from the rule <b className="font-semibold">{plainWords(version.risk_rule)}</b>.
        </p>
      )}
      <p className="text-ink-2">#{earlierId} is superseded and can no longer be approved.</p>
    </div>
  );
}
