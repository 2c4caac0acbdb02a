import { AnswerText } from "@/components/action/change/answer-text";
import { VersionLink } from "@/components/action/change/version-link";
import type { AmendState } from "./amend-context";
import { VERB_WORDS } from "./amend-words";

/** The server's answer to an amendment, and the way to the version that it created or named. */
export function VerbAnswer({ state }: { state: AmendState }) {
  if (state.phase === "sending")
    return <p className="text-sm font-medium text-ink-2">{VERB_WORDS[state.verb].sending}</p>;
  const { text, versionId } = state.answer;
  return (
    <AnswerText answer={state.answer} testId="verb-answer">
      {text} {versionId !== null && <VersionLink id={versionId} words={`Open #${versionId}`} />}
    </AnswerText>
  );
}
