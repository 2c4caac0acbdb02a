"use client";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazily } from "@/components/ui/lazily";
import { PageSection } from "@/components/ui/page";
import { SettingCard } from "@/components/ui/setting-card";
import { EmptyState } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { Policies } from "@/lib/contract/settings/rules";

const PolicyEditor = lazily(() => import("./policy-editor").then((module) => module.PolicyEditor));
const TextDiff = lazily(() => import("./text-diff").then((module) => module.TextDiff));

/** The policy in force, a text to put in its place, and the versions before it. */
export function PolicySection({ policies: { items, shipped, next_below } }: { policies: Policies }) {
  const [draft, setDraft] = useState<string | null>(null);
  const [current, ...earlier] = items;
  if (!current)
    return (
      <EmptyState
        title="No policy is in force"
        text="Without one everything is denied. Start from the shipped text."
      >
        {draft === null ? (
          <Button onClick={() => setDraft(shipped.text)}>Start from the shipped text</Button>
        ) : (
          <PolicyEditor current={null} draft={draft} setDraft={setDraft} onClose={() => setDraft(null)} />
        )}
      </EmptyState>
    );
  return (
    <PageSection title="Policy">
      <InForce current={current} shipped={shipped} draft={draft} setDraft={setDraft} />
      {earlier.length > 0 && <EarlierVersions items={items} />}
      {next_below !== null && (
        <p className="text-xs text-ink-3">Older versions: GET /api/policies?below={next_below}.</p>
      )}
    </PageSection>
  );
}

type Version = Policies["items"][number];

interface InForceProps {
  current: Version;
  shipped: Policies["shipped"];
  /** Null: nobody writes one. */
  draft: string | null;
  setDraft: (text: string | null) => void;
}

/** The newest version, its text, and the editor for the next one. */
function InForce({ current, shipped, draft, setDraft }: InForceProps) {
  const isShipped = current.hash === shipped.hash;
  return (
    <SettingCard
      title={`Version ${current.version}`}
      badge={
        current.genuine ? <Badge tone="good">in force</Badge> : <Badge tone="bad">not published here</Badge>
      }
      line={
        <p className="text-sm text-ink-2">
          <RelativeTime iso={current.at} /> by <UntrustedText>{current.by}</UntrustedText>
          {current.note && (
            <>
              : “<UntrustedText>{current.note}</UntrustedText>”
            </>
          )}
        </p>
      }
      button={
        draft === null && (
          <div className="flex flex-wrap gap-2">
            {!isShipped && (
              <Button onClick={() => setDraft(shipped.text)}>Compare with the shipped text…</Button>
            )}
            <Button tone="solid" onClick={() => setDraft(current.text)}>
              Change…
            </Button>
          </div>
        )
      }
      facts={[
        ["Text", isShipped ? "As this release ships it" : "The company's own"],
        ["Fingerprint", current.hash.slice(0, 16)],
      ]}
    >
      {!current.genuine && (
        <p className="border-t pt-3 text-sm text-ink-2">
          It was written into the database past Countersign, and everything is denied while it is the newest.
          Publish the text that should be in force, and have whoever runs this installation find out who did
          that.
        </p>
      )}
      {draft === null ? (
        <details className="border-t pt-3 text-sm">
          <summary className="cursor-pointer text-ink-2 max-md:py-2">Read the text</summary>
          <pre className="mt-2 max-h-96 overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs whitespace-pre-wrap">
            {current.text}
          </pre>
        </details>
      ) : (
        <PolicyEditor current={current} draft={draft} setDraft={setDraft} onClose={() => setDraft(null)} />
      )}
    </SettingCard>
  );
}

/** Each with the changes that the version after it made. */
function EarlierVersions({ items }: { items: readonly Version[] }) {
  const [, ...earlier] = items;
  return (
    <ul aria-label="Earlier versions" className="grid gap-1.5">
      {earlier.map((version, index) => (
        <li key={version.version} className="rounded-lg border bg-panel px-4 py-2.5 text-sm">
          <details>
            <summary className="cursor-pointer text-ink-2 max-md:py-1.5">
              <span className="font-medium text-ink">Version {version.version}</span> ·{" "}
              <RelativeTime iso={version.at} /> by <UntrustedText>{version.by}</UntrustedText>
              {version.note && (
                <>
                  {" "}
                  · “<UntrustedText>{version.note}</UntrustedText>”
                </>
              )}
            </summary>
            <p className="mt-2 text-xs text-ink-3">
              The changes that version {items[index]!.version} made to it:
            </p>
            <TextDiff before={version.text} after={items[index]!.text} />
          </details>
        </li>
      ))}
    </ul>
  );
}
