"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { readingFailure } from "@/components/data/get-json";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { Skeleton } from "@/components/ui/states";
import type { WorkflowVersion, WorkflowVersions } from "@/lib/contract/workflows/versions";
import { act } from "@/lib/operations/act";
import { runHref } from "@/lib/view/runs/run-filter";
import { type InputField, inputFieldsOf, readInput, readInputs } from "@/lib/view/workflows/input-form";
import { Input } from "./input";
import { useSource } from "./queries";

interface StartRunDialogProps {
  workflow: WorkflowVersions["workflow"];
  /** The number of the version in force. */
  number: number;
  source: WorkflowVersion;
  onClose: () => void;
}

/** A form for the inputs of the version in force; the run that begins is shown. */
export function StartRunDialog({ workflow, number, source, onClose }: StartRunDialogProps) {
  const router = useRouter();
  const query = useSource(workflow.id, number, source);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  // Sent again after a lost answer it begins no second run.
  const [ref] = useState(newRef);
  const fields = query.data ? inputFieldsOf(query.data.inputs) : [];
  const inputs = query.data ? readInputs(fields, typed) : null;
  return (
    <FormSheet
      title={`Start a run of ${workflow.name}`}
      description={`It follows version ${number}, which is in force. What it would write waits for approval, and you count as an author of that.`}
      failed="No run was begun"
      press="Start the run"
      pressed="Starting…"
      ready={inputs !== null}
      asks={query.data !== undefined && fields.length === 0}
      send={() =>
        act("startRun", {
          workflow: workflow.name,
          version_id: query.data!.version_id,
          inputs: inputs ?? {},
          trigger_ref: ref,
        })
      }
      done={(run) => {
        router.push(runHref(run.id));
        return `Run ${run.id} began.`;
      }}
      onClose={onClose}
    >
      {query.isError && <p className="text-sm text-bad">{readingFailure(query.error)}</p>}
      {query.isPending && <Skeleton words="Reading its inputs…" />}
      {query.data && fields.length === 0 && <p className="text-sm text-ink-2">It takes no inputs.</p>}
      {fields.map((field, index) => (
        <Input
          key={field.name}
          field={field}
          value={typed[field.name] ?? field.first}
          error={faultOf(field, typed)}
          isFirst={index === 0}
          onChange={(text) => setTyped({ ...typed, [field.name]: text })}
        />
      ))}
    </FormSheet>
  );
}

/** Nothing is wrong with a field that nobody has touched. */
function faultOf(field: InputField, typed: Readonly<Record<string, string>>): string | null {
  const text = typed[field.name];
  return text === undefined ? null : readInput(field, text).error;
}

/** Random, also where a page without encryption has no randomUUID. */
function newRef(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `page-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
