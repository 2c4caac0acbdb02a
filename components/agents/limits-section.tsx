"use client";
import { lazily } from "@/components/ui/lazily";
import { PageSection } from "@/components/ui/page";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ProposalLimitsView } from "@/lib/contract/settings/proposal-limits";
import { formatCount } from "@/lib/view/decimal";

// Its code comes with the first press.
const LimitsDialog = lazily(() => import("./limits-dialog").then((module) => module.LimitsDialog));

/** How much the company's agents may propose and have waiting, all together. */
export function LimitsSection({ limits }: { limits: ProposalLimitsView }) {
  const rows = [
    ["Proposals a minute", limits.per_minute_max ?? limits.per_minute_ceiling, null],
    ["Waiting in the inbox", limits.pending_max, limits.high_max],
    ["Waiting of one agent", null, limits.agent_high_max],
    ["Waiting for one record", limits.record_max, limits.record_high_max],
  ] as const;
  return (
    <PageSection
      title="Limits of all agents together"
      aside={
        <DialogButton renderDialog={(onClose) => <LimitsDialog limits={limits} onClose={onClose} />}>
          Change the limits…
        </DialogButton>
      }
    >
      <table className="w-full max-w-2xl text-sm" data-testid="proposal-limits">
        <thead className="text-xs text-ink-3">
          <tr>
            <th scope="col" className="py-1 pr-3 text-left font-medium">
              At most
            </th>
            <th scope="col" className="px-3 text-right font-medium">
              All tiers
            </th>
            <th scope="col" className="pl-3 text-right font-medium">
              L4 and L5
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, all, high]) => (
            <tr key={name} className="border-t">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-2">
                {name}
              </th>
              <td className="px-3 text-right tabular-nums">
                {all === null ? <span className="text-ink-3">its own</span> : formatCount(all)}
              </td>
              <td className="pl-3 text-right tabular-nums">{high === null ? "" : formatCount(high)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="max-w-2xl text-xs break-words text-ink-3">
        {limits.changed_at ? (
          <>
            {limits.changed_by} changed them <RelativeTime iso={limits.changed_at} />: “
            <UntrustedText>{limits.reason ?? ""}</UntrustedText>”
          </>
        ) : (
          "As shipped; nobody has changed them."
        )}{" "}
        A proposal beyond one of them is refused, and counted on the page Held back. What people edit or
        propose again is never refused for its number.
      </p>
    </PageSection>
  );
}
