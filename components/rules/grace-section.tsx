"use client";
import { useState } from "react";
import { TextField } from "@/components/ui/forms/fields";
import { PageSection } from "@/components/ui/page";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { ReasonSheet } from "@/components/ui/sheets/reason-sheet";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { GraceSetting } from "@/lib/contract/settings/grace";
import { GRACE_SECONDS_MAX } from "@/lib/core/limits";
import { act } from "@/lib/operations/act";
import { graceWords } from "@/lib/view/rules/grace-words";

/** How long a decision on a page may be taken back. */
export function GraceSection({ grace }: { grace: GraceSetting }) {
  return (
    <PageSection
      title="Time to take back a decision"
      aside={
        <DialogButton renderDialog={(onClose) => <GraceDialog grace={grace} onClose={onClose} />}>
          Change the seconds…
        </DialogButton>
      }
    >
      <div className="grid max-w-2xl gap-1.5 text-sm text-ink-2" data-testid="grace">
        <p className="font-medium text-ink">{graceWords(grace.seconds)}</p>
        <p>
          It counts for Low and Medium (L2, L3) alone, and for decisions on a page: by the API, in bulk and
          under a standing authorisation nothing waits.
        </p>
        {grace.changed_at && (
          <p className="text-xs break-words text-ink-3">
            {grace.changed_by} changed it <RelativeTime iso={grace.changed_at} />: “
            <UntrustedText>{grace.reason ?? ""}</UntrustedText>”
          </p>
        )}
      </div>
    </PageSection>
  );
}

function GraceDialog({ grace, onClose }: { grace: GraceSetting; onClose: () => void }) {
  const [text, setText] = useState(String(grace.seconds));
  const seconds = /^\d{1,2}$/.test(text.trim()) ? Number(text) : null;
  const isPossible = seconds !== null && seconds <= GRACE_SECONDS_MAX;
  return (
    <ReasonSheet
      title="Time to take back a decision"
      description={`Now: ${graceWords(grace.seconds)} A change counts for decisions from then on.`}
      hint="It stands beside the setting, and is kept in the ledger."
      press="Change"
      pressed="Changing…"
      ready={isPossible && seconds !== grace.seconds}
      refreshes
      send={(reason) => act("setGraceSetting", { seconds: seconds ?? 0, reason })}
      done={(changed) => graceWords(changed.seconds)}
      onClose={onClose}
    >
      <TextField
        name="seconds"
        label="Seconds"
        hint="0: writes go out at once, and nothing can be taken back."
        error={isPossible ? null : `A whole number from 0 to ${GRACE_SECONDS_MAX}.`}
        inputMode="numeric"
        className="text-right tabular-nums"
        value={text}
        data-focus-first
        onChange={(event) => setText(event.target.value)}
      />
    </ReasonSheet>
  );
}
