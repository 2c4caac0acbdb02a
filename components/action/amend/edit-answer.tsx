"use client";
import { useRouter } from "next/navigation";
import { SentenceBox } from "@/components/action/change/sentence-box";
import { useAction } from "@/components/data/actions";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheets/sheet";
import { tierLabel } from "@/lib/core/action/risk-tier";
import { actionHref } from "@/lib/view/views";
import type { AmendAnswer } from "./amend-answers";

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
              It is {tierLabel(version.risk_level)} because{" "}
              <b className="font-semibold">{version.rule_words}</b>.
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
