"use client";
import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { Badge } from "@/components/ui/badge";
import { TextField } from "@/components/ui/forms/text-field";
import { PageSection } from "@/components/ui/page";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { LazyFormSheet } from "@/components/ui/sheets/confirm-button";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { RowList } from "@/components/ui/lists/row-list";
import type { WorkflowSecrets } from "@/lib/contract/workflows/secrets";
import type { WorkflowVersion, WorkflowVersions } from "@/lib/contract/workflows/versions";
import { namedRowsOf } from "@/lib/view/workflows/named-rows";
import { useSource } from "./queries";

interface SecretsSectionProps {
  workflow: WorkflowVersions["workflow"];
  /** The number of the version in view: the secrets that its text names are asked for. */
  shown: number;
  source: WorkflowVersion;
}

const keyOf = (id: number) => ["workflow-secrets", id] as const;

/** The workflow's secrets, for administrators: each one's name, who set it and when, never its value. */
export function SecretsSection({ workflow, shown, source }: SecretsSectionProps) {
  const { id } = workflow;
  const secrets = useRead<WorkflowSecrets>(keyOf(id), `/api/workflows/${id}/secrets`);
  const version = useSource(id, shown, source);
  const rows = namedRowsOf(version.data?.secrets ?? [], secrets.data?.items ?? []);
  if (!secrets.data || rows.length === 0) return null;
  return (
    <PageSection title="Secrets">
      <RowList>
        {rows.map(({ name, set, isNamed }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
            <span className="font-mono text-xs break-all">{name}</span>
            {!set && <Badge tone="warn">not set</Badge>}
            {!isNamed && <Badge>not named by version {shown}</Badge>}
            <span className="min-w-0 flex-1 text-ink-2 max-md:order-last max-md:basis-full">
              {set ? (
                <>
                  Set by <UntrustedText>{set.by}</UntrustedText> <RelativeTime iso={set.at} />
                </>
              ) : (
                "A step that sends it fails until it is set."
              )}
            </span>
            <DialogButton
              size="small"
              className="max-md:ml-auto"
              aria-label={`Set ${name}`}
              renderDialog={(onClose) => <SetSecret workflow={workflow} name={name} onClose={onClose} />}
            >
              Set…
            </DialogButton>
          </li>
        ))}
      </RowList>
    </PageSection>
  );
}

interface SetSecretProps {
  workflow: WorkflowVersions["workflow"];
  name: string;
  onClose: () => void;
}

function SetSecret({ workflow: { id, name: of }, name, onClose }: SetSecretProps) {
  const steppedUp = useSteppedUp();
  const [value, setValue] = useState("");
  return (
    <LazyFormSheet
      title={`Set ${name}`}
      description="Requests of this workflow carry it from then on, in the place of what stood there. Nobody reads it again."
      failed="It is as it was"
      press="Set"
      pressed="Setting…"
      ready={value !== ""}
      rereads={[keyOf(id)]}
      send={() => steppedUp("setSecret", { id, name, value }, `Set ${name} of ${of}`)}
      done={() => `${name} is set.`}
      onClose={onClose}
    >
      <TextField
        name="value"
        label="Value"
        hint="As a header carries it, without line breaks."
        type="password"
        autoComplete="off"
        maxLength={4_000}
        value={value}
        data-focus-first
        onChange={(event) => setValue(event.target.value)}
      />
    </LazyFormSheet>
  );
}
