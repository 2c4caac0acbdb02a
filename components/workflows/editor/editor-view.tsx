"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { FormSubmission } from "@/components/ui/forms/form-field";
import { TextField } from "@/components/ui/forms/text-field";
import { BackLink } from "@/components/ui/back-link";
import { lazily } from "@/components/ui/lazily";
import { PageFrame } from "@/components/ui/page";
import { workflowHref } from "@/lib/view/workflows/version-choice";
import { nameIn } from "@/lib/view/workflows/text-position";
import { useWorkflowDraft } from "./drafts";
import { SourceEditor } from "./source-editor";
import { useCheckedText } from "./use-checked-text";
import { useStoreVersion } from "./use-store-version";

const TextDiff = lazily(() => import("@/components/rules/text-diff").then((module) => module.TextDiff));

interface EditorViewProps {
  /** The workflow that gets a further version; null: the text makes a new one. */
  workflow: { id: number; name: string; latest: number } | null;
  /** The text to begin with. */
  base: { number: number; source: string };
}

/** Where a workflow's text is written, checked while it is, and stored as a version that is not in force yet. */
export function EditorView({ workflow, base }: EditorViewProps) {
  const { draft, keep, forget } = useWorkflowDraft(workflow === null ? "new" : String(workflow.id));
  const text = draft?.text ?? base.source;
  const checked = useCheckedText(text);
  const storing = useStoreVersion(forget);
  const [workspace, setWorkspace] = useState("");
  const name = nameIn(text);
  const isSame = workflow !== null && text === base.source;
  return (
    <PageFrame
      title={workflow === null ? "New workflow" : `New version of ${workflow.name}`}
      text="It is stored as it stands here, and runs nothing until it is published. The draft stays in this tab until then."
    >
      <Back workflow={workflow} />
      {workflow !== null && draft !== null && draft.base < workflow.latest && (
        <p className="rounded-lg border border-warn/30 bg-warn-soft px-4 py-3 text-sm text-warn">
          This draft began from version {draft.base}; version {workflow.latest} was stored since. Discard the
          draft to begin from the newer text.
        </p>
      )}
      <SourceEditor
        text={text}
        checked={checked}
        onChange={(typed) => keep({ text: typed, base: draft?.base ?? base.number })}
      />
      <FormSubmission value={storing.submission}>
        {workflow === null && (
          <div className="max-w-sm">
            <TextField
              name="workspace"
              label="Workspace"
              hint="Where a new workflow belongs, such as pricing. Left empty it is general."
              placeholder="general"
              mono
              maxLength={63}
              spellCheck={false}
              value={workspace}
              onChange={(event) => setWorkspace(event.target.value)}
            />
          </div>
        )}
      </FormSubmission>
      {workflow !== null && !isSame && (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer text-ink-2 max-md:py-2">Changes of the text</summary>
          <TextDiff before={base.source} after={text} />
        </details>
      )}
      <OtherName workflow={workflow} name={name} />
      {storing.submission.failure && <Failure title="Nothing was stored" text={storing.submission.failure} />}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="solid"
          disabled={checked.standing.kind !== "faultless" || isSame || storing.submission.sending}
          onClick={() => void storing.store(text, workspace.trim() || undefined)}
        >
          {storing.submission.sending ? "Storing…" : pressOf(workflow, name)}
        </Button>
        {draft !== null && (
          <Button tone="quiet" disabled={storing.submission.sending} onClick={forget}>
            Discard the draft
          </Button>
        )}
      </div>
    </PageFrame>
  );
}

type Workflow = EditorViewProps["workflow"];

const pressOf = (workflow: Workflow, name: string | null): string =>
  workflow === null || name === null || name === workflow.name ? "Store" : `Store as a version of ${name}`;

function Back({ workflow }: { workflow: Workflow }) {
  return workflow === null ? (
    <BackLink href="/workflows">All workflows</BackLink>
  ) : (
    <BackLink href={workflowHref(workflow.id)}>{workflow.name}</BackLink>
  );
}

/** The name in the text decides where it is stored. */
function OtherName({ workflow, name }: { workflow: Workflow; name: string | null }) {
  if (workflow === null || name === null || name === workflow.name) return null;
  return (
    <p className="rounded-lg border border-warn/30 bg-warn-soft px-4 py-3 text-sm text-warn">
      This text names another workflow, <span className="font-mono">{name}</span>: it is stored there, and
      made where there is none of that name. {workflow.name} stays as it is.
    </p>
  );
}
