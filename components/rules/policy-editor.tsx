"use client";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { TextAreaField, TextField } from "@/components/ui/forms/fields";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { Failure } from "@/components/ui/failure";
import type { Policies, PolicyPreview } from "@/lib/contract/settings/rules";
import { act } from "@/lib/operations/act";
import { TextDiff } from "./text-diff";
import { lookedAtWords } from "./looked-at-words";

interface PolicyEditorProps {
  /** Null: none is in force. */
  current: Policies["items"][number] | null;
  draft: string;
  setDraft: (text: string) => void;
  onClose: () => void;
}

/** A text is checked before it can be published: its faults, its differences, and the decisions that it would change. */
export function PolicyEditor({ current, draft, setDraft, onClose }: PolicyEditorProps) {
  const router = useRouter();
  const steppedUp = useSteppedUp();
  const checking = useSubmission();
  const publishing = useSubmission();
  const [note, setNote] = useState("");
  const [checked, setChecked] = useState<{ text: string; preview: PolicyPreview } | null>(null);
  const version = (current?.version ?? 0) + 1;
  const preview = checked?.text === draft ? checked.preview : null;
  const isSame = current?.genuine === true && draft === current.text;
  const check = async () => {
    const result = await checking.send(() => act("previewPolicy", { text: draft }));
    if (result) setChecked({ text: draft, preview: result });
  };
  const publish = async () => {
    const input = { text: draft, note, base_version: current?.version ?? 0 };
    const result = await publishing.send(() =>
      steppedUp("publishPolicy", input, `Put version ${version} of the policy in force`),
    );
    if (!result) return;
    announce(`Version ${version} of the policy is in force.`);
    onClose();
    router.refresh();
  };
  return (
    <div className="grid w-full gap-4 border-t pt-4 text-left">
      <TextAreaField
        label="Policy text"
        hint="Cedar. Each statement has a name: @id(“…”). Without a permit everything is denied."
        value={draft}
        rows={16}
        spellCheck={false}
        className="rounded-lg border border-line-strong bg-bg px-3 py-2 font-mono text-xs aria-invalid:border-bad max-md:text-[16px]"
        onChange={(event) => setDraft(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void check()} disabled={isSame || checking.sending}>
          {checking.sending ? "Asking it about the last 30 days…" : "Check"}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Leave it as it is
        </Button>
      </div>
      {isSame && <p className="text-sm text-ink-2">This is the text in force.</p>}
      {checking.failure && <Failure title="It could not be checked" text={checking.failure} />}
      {preview && preview.issues.length > 0 && <Issues issues={preview.issues} />}
      {preview && preview.issues.length === 0 && (
        <>
          <Differences preview={preview} />
          <section aria-label="Changes of the text">
            <h3 className="text-xs font-medium text-ink-2">Changes of the text</h3>
            <TextDiff before={current?.text ?? ""} after={draft} />
          </section>
          <TextField
            label="Why it changes"
            hint="It stands beside the version, and is kept in the ledger."
            value={note}
            maxLength={500}
            onChange={(event) => setNote(event.target.value)}
          />
          <p className="text-sm text-ink-2">
            For seven days you give no approval alone at L4 and L5, where somebody else could.
          </p>
          {publishing.failure && <Failure title="Nothing was published" text={publishing.failure} />}
          <div>
            <Button
              tone="solid"
              disabled={note.trim() === "" || publishing.sending}
              onClick={() => void publish()}
            >
              {publishing.sending ? "Publishing…" : `Publish as version ${version}`}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Issues({ issues }: { issues: PolicyPreview["issues"] }) {
  return (
    <div
      role="alert"
      className="grid gap-1.5 rounded-lg border border-bad/30 bg-bad-soft p-3 text-sm text-bad"
    >
      <p className="font-semibold">This text cannot be put in force</p>
      <ul className="grid gap-1">
        {issues.map(({ path, message }, index) => (
          <li key={`${path}-${index}`}>
            <span className="font-mono">{path}</span>: {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

const questionWords: Record<PolicyPreview["differences"][number]["question"], string> = {
  propose: "may be proposed",
  requirements: "needs",
  decide: "may be decided as it was",
  auto_apply: "may go without a tap",
  push: "may be sent",
};

function Differences({ preview }: { preview: PolicyPreview }) {
  const { differing, differences } = preview;
  const actions = lookedAtWords(preview);
  if (differing === 0)
    return (
      <p className="rounded-lg bg-good-soft px-3 py-2 text-sm text-good">
        Asked about {actions}: it answers all of them as the policy in force does.
      </p>
    );
  return (
    <section aria-label="Decisions that would differ" className="grid gap-2">
      <p className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
        Asked about {actions}: it answers {differing} otherwise.
      </p>
      <ul className="grid max-h-80 gap-1.5 overflow-auto text-sm">
        {differences.map((one) => (
          <li key={`${one.action_id}-${one.question}`} className="rounded-lg border px-3 py-2">
            <Link href={`/proposed-actions/${one.action_id}`} className="font-mono text-xs underline">
              #{one.action_id}
            </Link>{" "}
            <span className="text-ink-2">
              {one.action_type} · {one.entity_ref} {questionWords[one.question]}
            </span>
            <div className="text-ink-2">
              now <span className="text-ink">{one.in_force}</span> · with this text{" "}
              <span className="font-medium text-warn">{one.with_text}</span>
            </div>
          </li>
        ))}
      </ul>
      {differences.length < differing && (
        <p className="text-xs text-ink-3">The newest {differences.length} are listed.</p>
      )}
    </section>
  );
}
