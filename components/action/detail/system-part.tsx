import { Icon } from "@/components/ui/icons/icon";
import { Definitions } from "@/components/ui/definitions";
import type { ActionDetail } from "@/lib/contract/actions/action-view";

/** Names and numbers that only the installation's own people ask for: closed until somebody opens it. */
export function SystemPart({ detail }: { detail: ActionDetail }) {
  const { policy, receipt } = detail;
  return (
    <details className="group rounded-[9px] border bg-panel" data-testid="system-part">
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-1.5 px-3 text-sm font-medium text-ink-2 select-none max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon name="chevron-right" className="size-4 transition-transform group-open:rotate-90" />
        System
        <span className="font-normal text-ink-3">names of rules, hashes and keys</span>
      </summary>
      <Definitions
        className="border-t px-3 py-2.5 text-xs [&>dd]:font-mono [&>dd]:break-all"
        rows={{
          "Tier rule": detail.risk_rule,
          "Policy rule": `${policy.rule} (v${policy.version})`,
          "Policy hash": policy.hash,
          "Payload hash": detail.payload_hash,
          "Correlation id": detail.correlation_id,
          "Action key": receipt?.idempotency_key,
          "NetSuite record": detail.push?.destination === "netsuite" ? detail.ns_internal_id : null,
          "Kept as": detail.push?.destination === "internal" ? detail.ns_internal_id : null,
          "Record read at": detail.facts_read_at,
        }}
      />
    </details>
  );
}
