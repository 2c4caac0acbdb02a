import { Badge } from "@/components/ui/badge";
import { PageSection } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { Overview } from "@/lib/contract/monitoring/overview";
import { SWITCH_TITLES } from "@/lib/view/switches";

/** The operator's switches, which hold for every tenant: their state, since when, by whom and why. Read-only. */
export function GlobalSwitches({ switches }: { switches: Overview["global_switches"] }) {
  return (
    <PageSection title="For every tenant">
      <p className="max-w-2xl text-sm text-ink-2">
        The operator of this installation controls these three switches. They cannot be changed on this page.
      </p>
      <ul className="divide-y rounded-lg border bg-panel" aria-label="Kill switches for every tenant">
        {switches.map((entry) => (
          <GlobalSwitch key={entry.name} entry={entry} />
        ))}
      </ul>
    </PageSection>
  );
}

function GlobalSwitch({ entry }: { entry: Overview["global_switches"][number] }) {
  const { name, engaged, since, reason, changed_by: changedBy } = entry;
  return (
    <li className="grid gap-1 p-4" data-global-switch={name} data-engaged={engaged}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-medium">{SWITCH_TITLES[name]}</span>
        <span className="font-mono text-xs text-ink-3">{name}</span>
        <span className="ml-auto">
          <Badge tone={engaged ? "bad" : "good"}>{engaged ? "Engaged" : "Released"}</Badge>
        </span>
      </div>
      {(engaged || changedBy) && (
        <p className={engaged ? "text-sm text-bad" : "text-sm text-ink-2"}>
          {engaged ? "Engaged" : "Released"}
          {since && (
            <>
              {" "}
              <RelativeTime iso={since} />
            </>
          )}
          {changedBy && ` by ${changedBy}`}
          {reason && (
            <>
              : “<UntrustedText>{reason}</UntrustedText>”
            </>
          )}
        </p>
      )}
    </li>
  );
}
