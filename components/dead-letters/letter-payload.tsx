"use client";
import { ChangeLines } from "@/components/action/change/change-lines";
import { Tabs } from "@/components/ui/tabs";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { UnredactedSummary } from "@/lib/contract/actions/action-view";
import type { DeadLetter } from "@/lib/contract/monitoring/dead-letters";

/** The write that was refused, in words and as it was sent. Its code comes when somebody opens it. */
export function LetterPayload({ letter, action }: { letter: DeadLetter; action: UnredactedSummary }) {
  if (letter.payload_blanked_at !== null) {
    return (
      <p className="mt-2 text-sm text-ink-2">
        This copy was blanked <RelativeTime iso={letter.payload_blanked_at} />, its retention period being
        over. The action itself still holds what was approved.
      </p>
    );
  }
  return (
    <div className="mt-2 grid gap-3">
      <Tabs
        label={`Payload of the dead letter of #${letter.action_id}`}
        parts={[
          { key: "shown", name: "Shown", content: <ChangeLines action={action} /> },
          {
            key: "raw",
            name: "Raw",
            content: (
              <pre className="rounded-lg bg-sunken p-3 font-mono text-xs leading-5 break-all whitespace-pre-wrap">
                <UntrustedText>{JSON.stringify(letter.payload, null, 2)}</UntrustedText>
              </pre>
            ),
          },
        ]}
      />
    </div>
  );
}
