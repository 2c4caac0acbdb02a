import { Icon } from "@/components/ui/icons/icon";
import type { IconName } from "@/components/ui/icons/icon-names";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import type { Tone } from "@/lib/view/words";

const tones: Record<Tone, string> = {
  neutral: "text-ink",
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
};

const toneIcons: Record<Tone, IconName> = {
  neutral: "info",
  good: "check",
  warn: "circle-alert",
  bad: "circle-alert",
};

interface AnswerTextProps {
  answer: { code: string; tone: Tone };
  testId: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The server's answer to a decision or an amendment, in the tone it has for the viewer. */
export function AnswerText({ answer, testId, className, children }: AnswerTextProps) {
  return (
    <p
      data-testid={testId}
      data-code={answer.code}
      className={cn(
        "inline-flex items-start gap-1.5 text-left text-sm font-medium",
        tones[answer.tone],
        className,
      )}
    >
      <Icon name={toneIcons[answer.tone]} className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
