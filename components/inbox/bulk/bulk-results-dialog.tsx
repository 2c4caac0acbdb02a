"use client";
import { ActionLink } from "@/components/action/change/version-link";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheets/sheet";
import type { Decision } from "@/lib/core/action/proposed-action";
import { answerOfRow, type BulkOutcome, bulkSummary } from "./bulk-words";
import { plainWords, sentenceCase } from "@/lib/view/words";

/** One line per row: a bulk decision is many decisions, and each has its own answer. The failures come first. */
export function BulkResultsDialog({ outcome, onClose }: { outcome: BulkOutcome; onClose: () => void }) {
  const { result, actions, decision } = outcome;
  const sentences = new Map(actions.map((action) => [action.id, action.sentence]));
  const rows = result.results
    .map((row) => ({ ...row, answer: answerOfRow(row), badge: badgeOf(row.outcome, decision) }))
    .sort((a, b) => Number(a.answer.tone === "good") - Number(b.answer.tone === "good"));
  return (
    <Sheet
      wide
      onClose={onClose}
      title={bulkSummary(result, decision)}
      description="Each row has its own answer."
    >
      <SheetBody>
        <ul className="grid" aria-label="Results">
          {rows.map((row) => (
            <li
              key={row.id}
              data-action-id={row.id}
              data-outcome={row.outcome}
              className="grid grid-cols-[minmax(0,1fr)_max-content] items-baseline gap-x-3 gap-y-1 border-b border-line/70 py-2 text-sm last:border-0 md:grid-cols-[64px_minmax(0,1fr)_max-content]"
            >
              <ActionLink id={row.id} className="text-xs" />
              <span className="grid min-w-0 break-words max-md:order-last max-md:col-span-full">
                <UntrustedText>{sentences.get(row.id) ?? ""}</UntrustedText>
                {row.message !== `${row.badge}.` && <span className="text-xs text-ink-2">{row.message}</span>}
              </span>
              <Badge tone={row.answer.tone}>{row.badge}</Badge>
            </li>
          ))}
        </ul>
      </SheetBody>
      <SheetFooter>
        <Button tone="solid" onClick={onClose}>
          Done
        </Button>
      </SheetFooter>
    </Sheet>
  );
}

function badgeOf(outcome: string, decision: Decision): string {
  if (outcome !== "claimed") return sentenceCase(plainWords(outcome));
  return decision === "approve" ? "Approved" : "Rejected";
}
