"use client";
import { useState } from "react";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { ChoiceField } from "@/components/ui/forms/choice-field";
import { TextField } from "@/components/ui/forms/fields";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { SecretSheet } from "@/components/ui/sheets/secret-sheet";
import type { EndpointView, EndpointWithSecret, Endpoints } from "@/lib/contract/settings/webhooks";
import type { InputOf } from "@/lib/operations";

/** The forms of an endpoint's fields, and the secret that is shown once. */

type Events = InputOf<"createWebhookEndpoint">["events"];

interface DialogProps {
  catalogue: Endpoints["catalogue"];
  onClose: () => void;
}

const STARTERS = ["proposal.approved", "proposal.rejected", "proposal.expired", "proposal.applied"];

export function CreateEndpoint({ catalogue, onClose }: DialogProps) {
  const steppedUp = useSteppedUp();
  return (
    <FormSheet
      title="Create an endpoint"
      description="It hears of the events that you choose from now on. Its secret is shown once."
      failed="No endpoint was created"
      press="Create endpoint"
      pressed="Creating…"
      refreshes
      send={(form) => {
        const fields = fieldsOf(form);
        return steppedUp("createWebhookEndpoint", fields, `Send webhooks to ${fields.url}`);
      }}
      done={() => "The endpoint is created."}
      renderNext={(issued) => <NewSecret issued={issued} onClose={onClose} />}
      onClose={onClose}
    >
      <EndpointFields catalogue={catalogue} />
    </FormSheet>
  );
}

export function ChangeEndpoint({ endpoint, catalogue, onClose }: DialogProps & { endpoint: EndpointView }) {
  const steppedUp = useSteppedUp();
  return (
    <FormSheet
      title="Change the endpoint"
      description="Holds from the next attempt on. Another address needs a code, and keeps the secret."
      press="Change"
      refreshes
      send={(form) => {
        const { url, ...fields } = fieldsOf(form);
        const change = { id: endpoint.id, ...fields, ...(url !== endpoint.url && { url }) };
        return steppedUp("changeWebhookEndpoint", change, `Send webhooks to ${url}`);
      }}
      done={() => "The endpoint is changed."}
      onClose={onClose}
    >
      <EndpointFields catalogue={catalogue} endpoint={endpoint} />
    </FormSheet>
  );
}

export function NewSecret({ issued, onClose }: { issued: EndpointWithSecret; onClose: () => void }) {
  return (
    <SecretSheet
      title="The secret of the endpoint"
      description={`For ${issued.url}`}
      label="Your system verifies each webhook with it, such as by verifyWebhook of @countersign/sdk or by the package standardwebhooks."
      value={issued.secret}
      text="You see this secret once; it is kept encrypted."
      onClose={onClose}
    />
  );
}

function EndpointFields({
  catalogue,
  endpoint,
}: Pick<DialogProps, "catalogue"> & { endpoint?: EndpointView }) {
  const [chosen, setChosen] = useState<string[]>(endpoint?.events ?? STARTERS);
  return (
    <>
      <TextField
        name="url"
        label="Address"
        hint="https, port 443 or 8443, a public name. Redirects are not followed."
        placeholder="https://hooks.example.com/countersign"
        defaultValue={endpoint?.url ?? ""}
        inputMode="url"
        spellCheck={false}
        maxLength={2_048}
        mono
        data-focus-first
      />
      <TextField
        name="description"
        label="Description"
        hint="For people, if you like."
        defaultValue={endpoint?.description ?? ""}
        maxLength={200}
      />
      <ChoiceField
        name="events"
        legend="Events"
        error={null}
        multiple
        readOnly={false}
        options={catalogue.map(({ event, sent }) => ({
          value: event,
          label: (
            <>
              <span className="font-mono text-xs">{event}</span>
              <span className="block text-xs font-normal text-ink-3">{sent}</span>
            </>
          ),
        }))}
        chosen={chosen}
        onChange={setChosen}
      />
    </>
  );
}

function fieldsOf(form: FormData) {
  return {
    url: String(form.get("url")).trim(),
    description: String(form.get("description")).trim(),
    events: form.getAll("events").map(String) as Events,
  };
}
