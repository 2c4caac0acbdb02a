"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { PreviewView } from "@/lib/contract/interactions/interactions";
import { act } from "@/lib/operations/act";
import { type AskDraft, messageOf } from "@/lib/view/questions/ask-form";

/** The question as people would see it, with what is still missing. */
export function AskPreview({ draft }: { draft: AskDraft }) {
  const { send, sending, failure } = useSubmission();
  const [shown, setShown] = useState<{ of: AskDraft; view: PreviewView } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const preview = async () => {
    const { value, issues } = messageOf(draft);
    setFault(issues ? `${issues[0]!.path} ${issues[0]!.message}.` : null);
    if (!value) return;
    const view = await send(() => act("previewQuestion", value));
    setShown(view && { of: draft, view });
  };
  const view = shown?.of === draft ? shown.view : null;
  const why = fault ?? failure;
  return (
    <section aria-label="Preview" className="grid gap-2">
      <Button
        className="w-fit max-md:w-full"
        aria-disabled={sending || undefined}
        onClick={() => void preview()}
      >
        Preview the words
      </Button>
      <div aria-live="polite" className="grid gap-2">
        {view && (
          <div className="grid gap-2 rounded-[10px] border border-dashed p-4" data-testid="preview">
            <p className="text-xs text-ink-3">This is how people see it</p>
            <p className="max-w-[68ch] text-[16px] leading-6 break-words whitespace-pre-wrap">
              <UntrustedText>{view.message}</UntrustedText>
            </p>
            {view.problems.map((problem) => (
              <p key={problem} className="text-sm font-medium text-bad">
                {problem}.
              </p>
            ))}
          </div>
        )}
        {!view && why && <Failure title="It cannot be shown yet" text={why} />}
      </div>
    </section>
  );
}
