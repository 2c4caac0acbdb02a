"use client";
import { useState } from "react";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { Sheet, SheetBody } from "@/components/ui/sheets/sheet";
import { StepList } from "@/components/ui/sheets/step-list";
import type { EndpointView, Endpoints } from "@/lib/contract/settings/webhooks";
import { act } from "@/lib/operations/act";
import { ChangeEndpoint, NewSecret } from "./endpoint-dialogs";

interface ManageProps {
  endpoint: EndpointView;
  catalogue: Endpoints["catalogue"];
  onClose: () => void;
}

interface Step {
  key: "change" | "rotate" | "enable" | "disable" | "delete";
  name: string;
  hint: string;
}

const change: Step = { key: "change", name: "Change…", hint: "Its address, its events, its description." };
const rotate: Step = { key: "rotate", name: "Rotate secret…", hint: "A new one; both sign for 24 hours." };
const disable: Step = { key: "disable", name: "Disable…", hint: "Nothing is sent; what waits stays." };
const enable: Step = { key: "enable", name: "Enable…", hint: "What waits goes on at once." };
const remove: Step = { key: "delete", name: "Delete…", hint: "Its keys are deleted, for good." };

/** The possible changes of an endpoint, then the question of the chosen one. */
export function ManageEndpoint(props: ManageProps) {
  const { endpoint, onClose } = props;
  const [step, setStep] = useState<Step | null>(null);
  switch (step?.key) {
    case "change":
      return <ChangeEndpoint {...props} />;
    case "rotate":
      return <RotateSecret {...props} />;
    case "enable":
    case "disable":
      return <Switch {...props} on={step.key === "enable"} />;
    case "delete":
      return <DeleteEndpoint {...props} />;
    case undefined:
      return (
        <Sheet onClose={onClose} title="Manage the endpoint" description={endpoint.url}>
          <StepList
            steps={[change, rotate, endpoint.state === "enabled" ? disable : enable, remove]}
            onChoose={setStep}
          />
          {endpoint.public_key && (
            <SheetBody>
              <p className="text-xs text-ink-2">
                The public key of its Ed25519 signatures (v1a), for receivers that keep no secret:
              </p>
              <code className="rounded-md border bg-bg px-3 py-2 font-mono text-xs break-all select-all">
                {endpoint.public_key}
              </code>
            </SheetBody>
          )}
        </Sheet>
      );
  }
}

function RotateSecret({ endpoint, onClose }: ManageProps) {
  const steppedUp = useSteppedUp();
  return (
    <FormSheet
      asks
      title="Rotate the secret?"
      description="You see the new secret once. The present one signs beside it for 24 hours, so that your system can change over; one from an earlier rotation stops at once."
      failed="The secret was not changed"
      press="Rotate secret"
      pressed="Rotating…"
      tone="danger"
      refreshes
      send={() =>
        steppedUp("rotateWebhookSecret", { id: endpoint.id }, `Rotate the secret of ${endpoint.url}`)
      }
      done={() => "The endpoint has a new secret."}
      renderNext={(issued) => <NewSecret issued={issued} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

function Switch({ endpoint, on, onClose }: ManageProps & { on: boolean }) {
  const steppedUp = useSteppedUp();
  const sentence = `${on ? "Enable" : "Disable"} ${endpoint.url}`;
  return (
    <FormSheet
      asks
      title={on ? "Enable the endpoint?" : "Disable the endpoint?"}
      description={
        on
          ? "What waits for it is sent at once. What happened while it was disabled is not."
          : "Nothing more is sent to it. What happens meanwhile is not kept for it."
      }
      press={on ? "Enable" : "Disable"}
      refreshes
      send={() => steppedUp("changeWebhookEndpoint", { id: endpoint.id, enabled: on }, sentence)}
      done={() => `The endpoint is ${on ? "enabled" : "disabled"}.`}
      onClose={onClose}
    />
  );
}

function DeleteEndpoint({ endpoint, onClose }: ManageProps) {
  return (
    <FormSheet
      asks
      title="Delete the endpoint?"
      description={`Nothing more is sent to ${endpoint.url}, and neither the endpoint nor its secret comes back.`}
      press="Delete"
      tone="danger"
      refreshes
      send={() => act("deleteWebhookEndpoint", { id: endpoint.id })}
      done={() => "The endpoint is deleted."}
      onClose={onClose}
    />
  );
}
