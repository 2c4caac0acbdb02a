/** This room verifies the ledger, browses its events and lists its checkpoints. */
"use client";
import { useSearchParams } from "next/navigation";
import Link from "next/link";
import { useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { PageFrame } from "@/components/ui/page";
import type { AuditState, CheckpointList, EventList } from "@/lib/contract/monitoring/audit";
import {
  LEDGER_PARTS,
  type LedgerFilter,
  type LedgerPart,
  NO_EVENT_FILTER,
  ledgerHref,
  parseLedgerFilter,
} from "@/lib/view/ledger/ledger-filter";
import { CheckpointsPart } from "./checkpoints";
import { EventsPart } from "./events";
import { Proof } from "./proof";

export interface InitialLedger {
  filter: LedgerFilter;
  state: AuditState | null;
  events: EventList | null;
  checkpoints: CheckpointList | null;
}

const partNames: Record<LedgerPart, string> = {
  proof: "Proof",
  events: "Events",
  checkpoints: "Checkpoints",
};

export function LedgerView({ initial }: { initial: InitialLedger }) {
  const params = useSearchParams();
  const filter = useMemo(() => parseLedgerFilter((name) => params.get(name)), [params]);
  const events = ledgerHref(filter) === ledgerHref(initial.filter) ? initial.events : null;
  return (
    <PageFrame
      title="Ledger"
      text="Every step of every proposed action, and every change of a switch, a person, a threshold or a policy, is an event in a chain. Signed checkpoints cover the chains, and verifying compares them with every row that they speak about."
    >
      <nav aria-label="Parts of the ledger" className="flex gap-5 overflow-x-auto border-b">
        {LEDGER_PARTS.map((part) => (
          <Link
            key={part}
            href={ledgerHref({ ...NO_EVENT_FILTER, part })}
            aria-current={filter.part === part ? "page" : undefined}
            className={cn(
              "-mb-px flex min-h-9 items-center border-b-2 border-transparent px-0.5 text-sm text-ink-2 hover:text-ink max-md:min-h-11",
              filter.part === part && "border-ink! font-medium text-ink!",
            )}
          >
            {partNames[part]}
          </Link>
        ))}
      </nav>
      {filter.part === "proof" && <Proof initial={initial.state} />}
      {filter.part === "events" && <EventsPart filter={filter} first={events} />}
      {filter.part === "checkpoints" && <CheckpointsPart first={initial.checkpoints} />}
    </PageFrame>
  );
}
