"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { getJson } from "@/components/data/get-json";
import { useViewer } from "@/components/data/viewer";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/time";
import type { Retention } from "@/lib/contract/upkeep";
import { mayAdminister } from "@/lib/core/access/principal";
import { countWords } from "@/lib/view/words";
import { PageFrame } from "@/components/ui/page-frame";
import { SettingCard } from "@/components/ui/setting-card";
import { RetentionRuns } from "./retention-runs";
import { PageSection } from "@/components/ui/page-section";

const RetentionDialog = dynamic(() => import("./retention-dialog").then((module) => module.RetentionDialog), {
  ssr: false,
});

type Kind = Retention["kinds"][number];

/** The periods of data that is deleted, the data that is kept for ever and why, and the last turns of the sweep. */
export function RetentionView({ initial }: { initial: Retention }) {
  const { data: retention } = useQuery({
    queryKey: ["retention"],
    queryFn: ({ signal }) => getJson<Retention>("/api/retention", signal),
    initialData: initial,
  });
  const admin = mayAdminister(useViewer().role);
  const [chosen, setChosen] = useState<Kind | null>(null);
  const lastRun = retention.runs[0];
  return (
    <PageFrame
      title="Retention"
      text={
        admin
          ? "How long each kind of data is kept. Every night what is over is deleted or blanked; a change holds from the next run on."
          : "How long each kind of data is kept. Changing a period needs the admin role."
      }
    >
      <ul className="grid gap-3" aria-label="Retention periods">
        {retention.kinds.map((kind) => (
          <li key={kind.kind}>
            <KindCard
              kind={kind}
              lastCount={lastRun?.counts[kind.kind]}
              admin={admin}
              onAsk={() => setChosen(kind)}
            />
          </li>
        ))}
      </ul>
      <RetentionRuns runs={retention.runs} kinds={retention.kinds} admin={admin} />
      <Listed
        title="By a fixed time"
        entries={retention.fixed.map((one) => ({ title: one.title, note: one.after, text: one.why }))}
      />
      <Listed
        title="Kept for ever"
        entries={retention.kept.map((one) => ({ title: one.title, note: null, text: one.why }))}
      />
      {chosen && <RetentionDialog kind={chosen} onClose={() => setChosen(null)} />}
    </PageFrame>
  );
}

function KindCard({
  kind,
  lastCount,
  admin,
  onAsk,
}: {
  kind: Kind;
  lastCount: number | undefined;
  admin: boolean;
  onAsk: () => void;
}) {
  return (
    <SettingCard
      title={kind.title}
      badge={<Badge>{countWords(kind.days, "day")}</Badge>}
      line={<p className="text-sm text-ink-2">{kind.holds}</p>}
      button={admin && <Button onClick={onAsk}>Change…</Button>}
      facts={[
        ["Then", kind.at_end_words],
        [
          "Last run",
          lastCount === undefined ? "No run yet" : `${countWords(lastCount, "row")} ${kind.at_end}`,
        ],
      ]}
      data-kind={kind.kind}
      data-days={kind.days}
    >
      {kind.changed_at && (
        <p className="border-t pt-3 text-sm text-ink-2">
          Changed <RelativeTime iso={kind.changed_at} /> by {kind.changed_by}: “
          <UntrustedText>{kind.reason ?? ""}</UntrustedText>”
        </p>
      )}
    </SettingCard>
  );
}

function Listed({
  title,
  entries,
}: {
  title: string;
  entries: readonly { title: string; note: string | null; text: string }[];
}) {
  return (
    <PageSection title={title}>
      <dl className="grid divide-y rounded-[10px] border bg-panel">
        {entries.map((entry) => (
          <div key={entry.title} className="grid gap-0.5 px-4 py-3 text-sm md:grid-cols-[1fr_2fr] md:gap-4">
            <dt className="font-medium">{entry.title}</dt>
            <dd className="text-ink-2">
              {entry.note && <span className="font-medium text-ink">{entry.note}. </span>}
              {entry.text}
            </dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}
