"use client";
import { useState } from "react";
import { PageSection } from "@/components/ui/page";
import { OnceReady } from "@/components/ui/forms/once-ready";
import { Failure } from "@/components/ui/failure";
import type { AuditVerification, ExportedCheckpoint } from "@/lib/contract/monitoring/audit";
import { act } from "@/lib/operations/act";
import { FaultList } from "./fault-list";
import { useRefreshState } from "./queries";
import { Icon } from "@/components/ui/icons/icon";

type Outcome =
  | { state: "comparing" }
  | { state: "failed"; text: string }
  | { state: "compared"; result: AuditVerification };

/** A file of one exported checkpoint, or of several: the last one counts. Null: neither. */
async function readHead(text: string): Promise<ExportedCheckpoint | null> {
  // oxlint-disable-next-line no-restricted-imports -- loaded with the first file, not with the page
  const { exportedCheckpointSchema } = await import("@/lib/contract/monitoring/audit");
  for (const part of [text, text.trimEnd().split("\n").at(-1) ?? ""]) {
    try {
      const parsed = exportedCheckpointSchema.safeParse(JSON.parse(part));
      if (parsed.success) return parsed.data;
    } catch {
      // The next form is tried.
    }
  }
  return null;
}

/** An auditor brings a checkpoint that was exported earlier: does this ledger still lead to it? */
export function HeadComparison() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const refresh = useRefreshState();
  const compare = async (file: File | undefined) => {
    if (!file) return;
    const head = await readHead(await file.text());
    if (!head) {
      const text = "This file holds no exported checkpoint. Choose one that “Checkpoints” below gave you.";
      return setOutcome({ state: "failed", text });
    }
    setOutcome({ state: "comparing" });
    try {
      const answer = await act("verifyLedgerAgainst", { mode: "full", head });
      refresh();
      if ("problem" in answer) setOutcome({ state: "failed", text: answer.problem.detail });
      else setOutcome({ state: "compared", result: answer.result });
    } catch {
      setOutcome({ state: "failed", text: "The server could not be reached. Try again in a moment." });
    }
  };
  return (
    <PageSection title="Compare with an exported checkpoint">
      <p className="text-sm text-ink-2">
        Chains prove that nothing within them was changed. A checkpoint that was kept elsewhere also proves
        that the ledger was not cut off, or written anew as a whole. Everything is verified with it.
      </p>
      <OnceReady>
        <input
          type="file"
          aria-label="An exported checkpoint"
          accept=".json,.ndjson,application/json,application/x-ndjson"
          disabled={outcome?.state === "comparing"}
          onChange={(event) => void compare(event.target.files?.[0])}
          className="max-w-full text-sm file:mr-3 file:min-h-[38px] file:rounded-lg file:border file:border-line-strong file:bg-panel file:px-3.5 file:text-sm file:font-medium max-md:file:min-h-11"
        />
      </OnceReady>
      <div aria-live="polite">
        {outcome?.state === "comparing" && (
          <p className="text-sm text-ink-2">Comparing, and verifying everything…</p>
        )}
        {outcome?.state === "failed" && <Failure title="It could not be compared" text={outcome.text} />}
        {outcome?.state === "compared" && <Compared result={outcome.result} />}
      </div>
    </PageSection>
  );
}

function Compared({ result }: { result: AuditVerification }) {
  if (!result.intact) return <FaultList faults={result.faults} total={result.fault_count} />;
  return (
    <p className="flex items-center gap-2 text-sm font-medium">
      <Icon name="shield-check" className="size-5 shrink-0 text-good" />
      The ledger leads to this checkpoint, and everything holds.
    </p>
  );
}
