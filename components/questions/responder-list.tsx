import Link from "next/link";
import { Icon } from "@/components/ui/icons/icon";
import { Section } from "@/components/ui/page";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import {
  type ResponderLine,
  escalationWords,
  responderLines,
  ruleWords,
} from "@/lib/view/questions/question-words";
import { CHANNEL_NAMES } from "@/lib/view/questions/reply-words";

const STATES: Readonly<
  Record<ResponderLine["state"], { icon: "check" | "clock-3" | "hourglass"; words: string }>
> = {
  answered: { icon: "check", words: "has answered" },
  asked: { icon: "clock-3", words: "is asked" },
  later: { icon: "hourglass", words: "comes later" },
};

/** The people who are asked, in the order of asking, and how many answers it takes. */
export function ResponderList({ question }: { question: InteractionView }) {
  const escalation = escalationWords(question);
  const isOpen = question.status === "pending";
  return (
    <Section title="Asked">
      <ol className="grid gap-1.5 text-sm" data-testid="responders">
        {responderLines(question).map(({ place, name, state, by, channel }) => {
          const { icon, words } = STATES[state];
          return (
            <li key={place} className="flex items-baseline gap-2" data-state={state}>
              <Icon name={icon} className="size-3.5 shrink-0 translate-y-0.5 text-ink-3" />
              <span className="min-w-0">
                <UntrustedText>{name}</UntrustedText>
                {(state === "answered" || isOpen) && (
                  <span className="text-xs text-ink-3">
                    {" "}
                    {words}
                    {channel !== null && ` by ${CHANNEL_NAMES[channel]}`}
                    {by !== null && (
                      <>
                        : <UntrustedText>{by}</UntrustedText>
                      </>
                    )}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="text-sm text-ink-2">{ruleWords(question)}</p>
      <Link
        href={`/questions/${question.id}/notifications`}
        prefetch={false}
        className="w-fit text-sm underline underline-offset-2 max-md:min-h-11"
      >
        Who was notified
      </Link>
      {escalation && <p className="text-sm text-ink-2">{escalation}</p>}
    </Section>
  );
}
