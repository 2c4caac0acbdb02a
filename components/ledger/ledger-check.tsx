/** This room verifies the ledger at a person's request. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import Link from "next/link";
import { getJson, readingFailure } from "@/components/data/get-json";
import { useViewer } from "@/components/data/viewer";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Failure, Skeleton } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import type { AuditVerification } from "@/lib/contract/overview";
import { mayAdminister } from "@/lib/core/access/principal";
import { faultWords, subjectWords } from "./fault-words";
import { PageFrame } from "@/components/ui/page";
import { actionHref } from "@/lib/view/views";

/** Longer than any other reading: it walks every chain there is. */
const timeoutMs = 120_000;

export function LedgerCheck() {
  const admin = mayAdminister(useViewer().role);
  const check = useMutation({
    mutationFn: () => getJson<AuditVerification>("/api/audit/verify", undefined, timeoutMs),
  });
  return (
    <PageFrame
      title="Ledger"
      text="Every step of every proposed action, and every change of a switch, a person or a period, is an event in a chain: each carries the hash of the one before it. Verifying walks all of them and finds what was edited, deleted, swapped or inserted."
    >
      <section
        aria-label="Verification"
        className="grid gap-4 rounded-[10px] border bg-panel p-4 shadow-lift"
      >
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 text-sm text-ink-2">
            {admin
              ? "It reads the whole ledger of this company; on a large one that takes a while. Nothing is changed."
              : "Verifying reads the whole ledger, so it needs the admin role. Each action's own events stand on its card."}
          </p>
          <Button tone="solid" disabled={!admin || check.isPending} onClick={() => check.mutate()}>
            {check.isPending ? "Verifying…" : check.data ? "Verify again" : "Verify now"}
          </Button>
        </div>
        <div aria-live="polite">
          {check.isPending && <Skeleton words="Walking every chain…" lines={2} />}
          {check.isError && <Failure title="It could not be verified" text={readingFailure(check.error)} />}
          {check.data && !check.isPending && <Verdict result={check.data} />}
        </div>
      </section>
    </PageFrame>
  );
}

function Verdict({ result }: { result: AuditVerification }) {
  const { intact, chains, events, faults, verified_at } = result;
  const Icon = intact ? ShieldCheck : ShieldAlert;
  return (
    <div className="grid gap-4 border-t pt-4">
      <p className="flex flex-wrap items-center gap-2 text-[15px] font-semibold">
        <Icon className={intact ? "size-5 text-good" : "size-5 text-bad"} />
        {intact
          ? "Every chain holds"
          : `${faults.length.toLocaleString("en-US")} ${faults.length === 1 ? "chain does" : "chains do"} not hold`}
        <Badge tone={intact ? "good" : "bad"}>{intact ? "Intact" : "Not intact"}</Badge>
      </p>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
        <Figure name="Chains" value={chains.toLocaleString("en-US")} />
        <Figure name="Events" value={events.toLocaleString("en-US")} />
        <div>
          <dt className="text-xs text-ink-3">Verified</dt>
          <dd>
            <RelativeTime iso={verified_at} />
          </dd>
        </div>
      </dl>
      {faults.length > 0 && <Faults faults={faults} />}
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="font-mono tabular-nums">{value}</dd>
    </div>
  );
}

function Faults({ faults }: { faults: AuditVerification["faults"] }) {
  return (
    <ul aria-label="What does not hold" className="grid gap-2">
      {faults.map(({ entity_type, entity_id, seq, kind }) => {
        const words = faultWords(kind);
        const name = subjectWords(entity_type, entity_id);
        return (
          <li
            key={`${entity_type}-${entity_id}-${kind}`}
            className="grid gap-1 rounded-lg border border-bad/30 bg-bad-soft p-3 text-sm"
          >
            <p className="font-semibold text-bad">
              {entity_type === "proposed_action" ? (
                <Link className="underline underline-offset-2" href={actionHref(entity_id)}>
                  {name}
                </Link>
              ) : (
                name
              )}
              {seq > 0 && <span className="font-normal"> · event {seq}</span>}
            </p>
            <p>{words.what}</p>
            <p className="text-ink-2">{words.next}</p>
          </li>
        );
      })}
    </ul>
  );
}
