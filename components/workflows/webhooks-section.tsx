"use client";
import { useRead } from "@/components/data/use-read";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/forms/copy-button";
import { PageSection } from "@/components/ui/page";
import { LazyFormSheet } from "@/components/ui/sheets/confirm-button";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { RowList } from "@/components/ui/lists/row-list";
import type { WorkflowVersion, WorkflowVersions } from "@/lib/contract/workflows/versions";
import type { Webhooks } from "@/lib/contract/workflows/webhooks";
import { namedRowsOf } from "@/lib/view/workflows/named-rows";
import { useSource } from "./queries";

const SecretSheet = lazyDialog(() =>
  import("@/components/ui/sheets/secret-sheet").then((module) => module.SecretSheet),
);

interface WebhooksSectionProps {
  workflow: WorkflowVersions["workflow"];
  /** The number of the version in view: the webhooks that its text names are asked for. */
  shown: number;
  source: WorkflowVersion;
}

const keyOf = (id: number) => ["workflow-webhooks", id] as const;

/** The addresses at which somebody outside begins runs, for administrators. */
export function WebhooksSection({ workflow, shown, source }: WebhooksSectionProps) {
  const { id } = workflow;
  const webhooks = useRead<Webhooks>(keyOf(id), `/api/workflows/${id}/webhooks`);
  const version = useSource(id, shown, source);
  const rows = namedRowsOf(version.data?.webhooks ?? [], webhooks.data?.items ?? []);
  if (!webhooks.data || rows.length === 0) return null;
  return (
    <PageSection title="Webhooks">
      <RowList>
        {rows.map(({ name, set, isNamed }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
            <span className="font-mono text-xs break-all">{name}</span>
            {!set && <Badge tone="warn">no address yet</Badge>}
            {!isNamed && <Badge>not named by version {shown}</Badge>}
            <span className="min-w-0 flex-1 text-ink-2 max-md:order-last max-md:basis-full">
              {set ? (
                <>
                  <span className="font-mono text-xs break-all">{set.url}</span>, key made by{" "}
                  <UntrustedText>{set.by}</UntrustedText> <RelativeTime iso={set.at} />
                </>
              ) : (
                "Nobody outside can begin a run by it yet."
              )}
            </span>
            <span className="flex gap-2 max-md:ml-auto">
              {set && <CopyButton text={set.url} subject={`the address of ${name}`} />}
              <DialogButton
                size="small"
                aria-label={set ? `New key for ${name}` : `Make the address of ${name}`}
                renderDialog={(onClose) => (
                  <MakeWebhook workflow={workflow} name={name} isNew={!set} onClose={onClose} />
                )}
              >
                {set ? "New key…" : "Make…"}
              </DialogButton>
            </span>
          </li>
        ))}
      </RowList>
    </PageSection>
  );
}

interface MakeWebhookProps {
  workflow: WorkflowVersions["workflow"];
  name: string;
  isNew: boolean;
  onClose: () => void;
}

function MakeWebhook({ workflow: { id, name: of }, name, isNew, onClose }: MakeWebhookProps) {
  const steppedUp = useSteppedUp();
  const sentence = isNew ? `Make the address of ${name}` : `Make a new key for ${name}`;
  return (
    <LazyFormSheet
      asks
      title={`${sentence}?`}
      description={
        isNew
          ? `Whoever has its key can begin runs of ${of} from outside.`
          : "The former key counts no more from then on."
      }
      failed="Nothing was made"
      press="Make"
      pressed="Making…"
      rereads={[keyOf(id)]}
      send={() => steppedUp("makeWebhook", { id, name }, `${sentence} of ${of}`)}
      done={() => "The key is made."}
      renderNext={({ key, url }) => (
        <SecretSheet
          title={`The key of ${name}`}
          label={`It signs what is sent to ${url}, as Standard Webhooks has it.`}
          value={key}
          text="You see this key once; nobody reads it again."
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  );
}
