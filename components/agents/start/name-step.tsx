"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Principal } from "@/components/agents/agent-dialogs";
import { OnceReady } from "@/components/ui/forms/once-ready";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { SelectField, TextField } from "@/components/ui/forms/fields";
import { FormSubmission } from "@/components/ui/forms/form-field";
import { useFocusKept } from "@/components/ui/forms/use-focus-kept";
import { useSubmission } from "@/components/ui/forms/use-submission";
import type { AgentKey, AgentView } from "@/lib/contract/people/agents";
import { START_PATH } from "./words";

interface NameStepProps {
  /** Those that have a key and are not revoked. */
  agents: readonly AgentView[];
  principals: readonly Principal[];
  onCreated: (issued: AgentKey) => void;
}

/** A new agent, or one that exists. */
export function NameStep({ agents, principals, onCreated }: NameStepProps) {
  return (
    <OnceReady>
      <NewAgent principals={principals} onCreated={onCreated} />
      {agents.length > 0 && <ExistingAgent agents={agents} />}
    </OnceReady>
  );
}

function NewAgent({ principals, onCreated }: Omit<NameStepProps, "agents">) {
  const steppedUp = useSteppedUp();
  const submission = useSubmission();
  const { sending, failure } = submission;
  const keepFocus = useFocusKept(sending);
  const create = async (form: FormData) => {
    keepFocus();
    const name = String(form.get("name")).trim();
    const principal = String(form.get("on_behalf_of"));
    const agent = { name, on_behalf_of: principal === "" ? null : Number(principal) };
    const issued = await submission.send(
      () => steppedUp("createAgent", agent, `Create the agent ${name}`),
      form,
    );
    if (!issued) return;
    announce(`${issued.agent.name} is created. Its key is shown once.`);
    onCreated(issued);
  };
  const members = principals.map(({ id, name }) => ({ value: String(id), name }));
  return (
    <form
      noValidate
      aria-label="A new agent"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void create(new FormData(event.currentTarget));
      }}
    >
      <FormSubmission value={submission}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField
            name="name"
            label="Name"
            hint="Lowercase letters, digits and hyphens. People see it on each proposal, and it stays for good."
            placeholder="pricing-agent"
            maxLength={63}
            spellCheck={false}
            mono
          />
          <SelectField
            name="on_behalf_of"
            label="Speaks for"
            hint="That person is never the only approver of its L4 and L5 proposals."
            options={[{ value: "", name: "Nobody" }, ...members]}
          />
        </div>
      </FormSubmission>
      <Button type="submit" tone="solid" disabled={sending} className="w-fit max-md:w-full">
        {sending ? "Creating…" : "Create agent"}
      </Button>
      {failure && <Failure title="No agent was created" text={failure} />}
    </form>
  );
}

function ExistingAgent({ agents }: Pick<NameStepProps, "agents">) {
  const router = useRouter();
  const [id, setId] = useState("");
  return (
    <form
      aria-label="An agent that exists"
      className="flex flex-wrap items-end gap-3 border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (id !== "") router.push(`${START_PATH}?agent=${id}`);
      }}
    >
      <div className="min-w-[min(100%,16rem)] max-md:w-full">
        <SelectField
          label="Or connect one that exists"
          value={id}
          onChange={(event) => setId(event.target.value)}
          options={[
            { value: "", name: "Choose an agent" },
            ...agents.map((agent) => ({ value: String(agent.id), name: agent.name })),
          ]}
        />
      </div>
      <Button type="submit" disabled={id === ""} className="max-md:w-full">
        Connect it
      </Button>
    </form>
  );
}
