/** This room shows and flips the kill switches. */
"use client";
import { useOverview } from "@/components/data/overview";
import { useViewer } from "@/components/data/viewer";
import { lazily } from "@/components/ui/lazily";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/time";
import { mayAdminister } from "@/lib/core/access/principal";
import type { OverviewSwitch } from "@/lib/view/action/gesture";
import { sourceWords, SWITCH_WORDS } from "@/lib/view/switch-words";
import { SWITCH_TITLES } from "@/lib/view/switches";
import { PageFrame } from "@/components/ui/page";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { SettingCard } from "@/components/ui/setting-card";
import { GlobalSwitches } from "./global-switches";

const SwitchDialog = lazily(() => import("./switch-dialog").then((module) => module.SwitchDialog));

export function KillSwitches() {
  const { overview } = useOverview();
  const admin = mayAdminister(useViewer().role);
  return (
    <PageFrame
      title="Kill switches"
      text={
        admin
          ? "Each one halts a part of the gateway at once, for everybody. They are read again inside every decision and every write."
          : "Each one halts a part of the gateway at once. Engaging and releasing them needs the admin role; you can read their state here."
      }
    >
      <ul className="grid gap-3" aria-label="Kill switches">
        {overview.switches.map((entry) => (
          <li key={entry.name}>
            <SwitchCard entry={entry} admin={admin} />
          </li>
        ))}
      </ul>
      <GlobalSwitches switches={overview.global_switches} />
    </PageFrame>
  );
}

function SwitchCard({ entry, admin }: { entry: OverviewSwitch; admin: boolean }) {
  const words = SWITCH_WORDS[entry.name];
  const fixed = entry.engaged && !entry.releasable;
  return (
    <SettingCard
      title={SWITCH_TITLES[entry.name]}
      badge={<Badge tone={entry.engaged ? "bad" : "good"}>{entry.engaged ? "Engaged" : "Released"}</Badge>}
      line={<p className="font-mono text-xs text-ink-3">{entry.name}</p>}
      button={
        admin && (
          <DialogButton
            tone={entry.engaged ? "solid" : "danger"}
            disabled={fixed}
            renderDialog={(onClose) => <SwitchDialog entry={entry} onClose={onClose} />}
          >
            {entry.engaged ? "Release…" : "Engage…"}
          </DialogButton>
        )
      }
      facts={[
        ["Halts", words.halts],
        ["Continues", words.continues],
      ]}
      data-switch={entry.name}
      data-engaged={entry.engaged}
      className={cn(entry.engaged && "border-bad-solid outline outline-bad-solid")}
    >
      {(entry.engaged || entry.changed_by) && (
        <p className={cn("border-t pt-3 text-sm", entry.engaged ? "text-bad" : "text-ink-2")}>
          {entry.engaged ? `Engaged ${sourceWords(entry.source)}` : "Last changed"}
          {entry.since && (
            <>
              {" "}
              <RelativeTime iso={entry.since} />
            </>
          )}
          {entry.changed_by && ` by ${entry.changed_by}`}
          {entry.reason && (
            <>
              : “<UntrustedText>{entry.reason}</UntrustedText>”
            </>
          )}
        </p>
      )}
      {fixed && (
        <p className="text-sm text-ink-2">
          {entry.source === "environment"
            ? "It was engaged from the server's environment, so no page can release it. The server's operator has to change the setting and restart the server."
            : "The operator engaged it for every tenant: nobody can release it from here."}
        </p>
      )}
    </SettingCard>
  );
}
