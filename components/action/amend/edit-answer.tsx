"use client";
import { useRouter } from "next/navigation";
import { SentenceBox } from "@/components/action/change/sentence-box";
import { useAction } from "@/components/data/actions";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheets/sheet";
import { actionHref } from "@/lib/view/views";
import { plainWords } from "@/lib/view/words";
import type { AmendAnswer } from "./amend-words";

interface EditAnswerProps {
  answer: AmendAnswer;
  earlierId: number;
  onClose: () => void;
}

/** The answer to an edit: the new version in its own words, its tier and why, and who may approve it. */
export function EditAnswer({ answer, earlierId, onClose }: EditAnswerProps) {
  const router = useRouter();
  const { text, versionId: id } = answer;
  const { data: version } = useAction(id, null);
  const open = () => {
    onClose();
    router.push(actionHref(id));
  };
  return (
    <Sheet onClose={onClose} title={`Saved as #${id}`}>
      <SheetBody>
        <div aria-live="polite" className="grid gap-3 text-sm">
          {version && <SentenceBox action={version} />}
          <p className="font-medium">{text}</p>
          {version && (
            <p className="text-ink-2">
              Its tier comes from the rule <b className="font-semibold">{plainWords(version.risk_rule)}</b>.
            </p>
          )}
          <p className="text-ink-2">#{earlierId} is superseded and can no longer be approved.</p>
        </div>
      </SheetBody>
      <SheetFooter>
        <Button tone="solid" data-focus-first onClick={open}>
          Open #{id}
        </Button>
        <Button onClick={onClose}>Done</Button>
      </SheetFooter>
    </Sheet>
  );
}
