"use client";
import { useState } from "react";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { TextField } from "@/components/ui/forms/fields";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { SecretSheet } from "@/components/ui/sheets/secret-sheet";
import { Sheet } from "@/components/ui/sheets/sheet";
import { StepList } from "@/components/ui/sheets/step-list";
import type { QuestionWebhook, WebhookSecret } from "@/lib/contract/settings/question-webhook";

/** The forms of the webhook for questions, and its secret, which is shown once. */

export function ConnectWebhook({ onClose }: { onClose: () => void }) {
  const steppedUp = useSteppedUp();
  return (
    <FormSheet
      title="Connect a webhook"
      description="It gets no question before people let it answer for them. Its secret is shown once."
      failed="Nothing was connected"
      press="Connect"
      pressed="Connecting…"
      refreshes
      send={(form) => {
        const fields = { label: String(form.get("label")).trim(), url: urlOf(form) };
        return steppedUp("connectQuestionWebhook", fields, `Send questions to ${fields.url}`);
      }}
      done={() => "The webhook is connected."}
      renderNext={(issued) => <NewSecret issued={issued} onClose={onClose} />}
      onClose={onClose}
    >
      <TextField
        name="label"
        label="Name"
        hint="People read it when they let it answer for them."
        placeholder="Order desk"
        maxLength={60}
        data-focus-first
      />
      <AddressField />
    </FormSheet>
  );
}

interface Step {
  key: "move" | "rotate";
  name: string;
  hint: string;
}
const STEPS: readonly Step[] = [
  { key: "move", name: "Change the address…", hint: "With another secret; people let it answer anew." },
  { key: "rotate", name: "Rotate the secret…", hint: "A new one; the present one counts for 24 hours." },
];

interface ManageProps {
  webhook: QuestionWebhook;
  onClose: () => void;
}

export function ManageWebhook({ webhook, onClose }: ManageProps) {
  const [step, setStep] = useState<Step | null>(null);
  if (step?.key === "move") return <Move webhook={webhook} onClose={onClose} />;
  if (step?.key === "rotate") return <Rotate webhook={webhook} onClose={onClose} />;
  return (
    <Sheet
      onClose={onClose}
      title="Manage the webhook"
      description={<span className="break-all">{webhook.url}</span>}
    >
      <StepList steps={STEPS} onChoose={setStep} />
    </Sheet>
  );
}

function Move({ webhook, onClose }: ManageProps) {
  const steppedUp = useSteppedUp();
  return (
    <FormSheet
      title="Change the address"
      description="The new address gets a secret of its own, and the present one ends at once. Everybody whom the webhook answers for has to say so again."
      failed="The address was not changed"
      press="Change the address"
      refreshes
      send={(form) => {
        const url = urlOf(form);
        return steppedUp("moveQuestionWebhook", { url }, `Send questions to ${url}`);
      }}
      done={() => "The address is changed."}
      renderNext={(issued) => <NewSecret issued={issued} onClose={onClose} />}
      onClose={onClose}
    >
      <AddressField url={webhook.url} />
    </FormSheet>
  );
}

function Rotate({ webhook, onClose }: ManageProps) {
  const steppedUp = useSteppedUp();
  return (
    <FormSheet
      asks
      title="Rotate the secret?"
      description="You see the new secret once. The present one counts beside it for 24 hours, in both directions; one from an earlier rotation ends at once."
      failed="The secret was not changed"
      press="Rotate secret"
      pressed="Rotating…"
      tone="danger"
      refreshes
      send={() => steppedUp("rotateQuestionWebhook", {}, `Rotate the secret of ${webhook.url}`)}
      done={() => "The webhook has a new secret."}
      renderNext={(issued) => <NewSecret issued={issued} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

const NewSecret = ({ issued, onClose }: { issued: WebhookSecret; onClose: () => void }) => (
  <SecretSheet
    title="The secret of the webhook"
    description="The page behind this shows where answers come to."
    label="Your system verifies each question with it and signs each answer, such as by the package standardwebhooks."
    value={issued.secret}
    text="You see this secret once; it is kept encrypted."
    onClose={onClose}
  />
);

const AddressField = ({ url = "" }: { url?: string }) => (
  <TextField
    name="url"
    label="Address"
    hint="https, port 443 or 8443, a public name. Redirects are not followed."
    placeholder="https://hooks.example.com/questions"
    defaultValue={url}
    inputMode="url"
    spellCheck={false}
    maxLength={2_048}
    mono
    {...(url !== "" && { "data-focus-first": true })}
  />
);

const urlOf = (form: FormData): string => String(form.get("url")).trim();
