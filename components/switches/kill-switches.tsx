"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useOverview } from "@/components/data/overview";
import { useViewer } from "@/components/data/viewer";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/time";
import { mayAdminister } from "@/lib/core/access/principal";
import type { OverviewSwitch } from "@/lib/view/action/gesture";
import { sourceWords, switchWords } from "@/lib/view/switches";
import { PageFrame } from "@/components/ui/page-frame";

const SwitchDialog = dynamic(() => import("./switch-dialog").then((module) => module.SwitchDialog), {
  ssr: false,
});

export function KillSwitches() {
  const { overview } = useOverview();
  const admin = mayAdminister(useViewer().role);
  const [chosen, setChosen] = useState<OverviewSwitch | null>(null);
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
            <SwitchCard entry={entry} admin={admin} onAsk={() => setChosen(entry)} />
          </li>
        ))}
      </ul>
      {chosen && <SwitchDialog entry={chosen} onClose={() => setChosen(null)} />}
    </PageFrame>
  );
}

function SwitchCard({ entry, admin, onAsk }: { entry: OverviewSwitch; admin: boolean; onAsk: () => void }) {
  const words = switchWords(entry.name);
  const fixed = entry.engaged && !entry.releasable;
  return (
    <section
      aria-label={words.title}
      data-switch={entry.name}
      data-engaged={entry.engaged}
      className={cn(
        "grid gap-3 rounded-[10px] border bg-panel p-4 shadow-lift",
        entry.engaged && "border-bad-solid outline outline-bad-solid",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <h2 className="flex flex-wrap items-center gap-2 text-[15px] font-semibold">
            {words.title}{" "}
            <Badge tone={entry.engaged ? "bad" : "good"}>{entry.engaged ? "Engaged" : "Released"}</Badge>
          </h2>
          <p className="font-mono text-xs text-ink-3">{entry.name}</p>
        </div>
        {admin && (
          <Button tone={entry.engaged ? "solid" : "danger"} disabled={fixed} onClick={onAsk}>
            {entry.engaged ? "Release…" : "Engage…"}
          </Button>
        )}
      </div>
      <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-2">
        <div>
          <dt className="text-xs text-ink-3">Halts</dt>
          <dd className="text-ink-2">{words.halts}</dd>
        </div>
        <div>
          <dt className="text-xs text-ink-3">Goes on</dt>
          <dd className="text-ink-2">{words.goesOn}</dd>
        </div>
      </dl>
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
            ? "It was engaged from the server's environment: no page releases it. Whoever runs the server has to change its setting and restart it."
            : "It was engaged for every tenant: it cannot be released from here."}
        </p>
      )}
    </section>
  );
}
