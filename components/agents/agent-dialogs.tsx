"use client";
import { useState } from "react";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { SelectField, TextField } from "@/components/ui/forms/fields";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { SecretSheet } from "@/components/ui/sheets/secret-sheet";
import { Sheet } from "@/components/ui/sheets/sheet";
import { StepList } from "@/components/ui/sheets/step-list";
import type { AgentKey, AgentView } from "@/lib/contract/people/agents";
import { AGENT_LIMITS } from "@/lib/core/limits";
import { act } from "@/lib/operations/act";

/** A member for whom an agent may speak; `name` with the address. */
export interface Principal {
  id: number;
  name: string;
}

interface AgentDialogProps {
  agent: AgentView;
  principals: Principal[];
  onClose: () => void;
}

interface Step {
  key: "rotate" | "change" | "revoke";
  name: string;
  hint: string;
}

const steps: readonly Step[] = [
  { key: "rotate", name: "Rotate key…", hint: "A new key; the old one stops at once or after a grace." },
  { key: "change", name: "Change limits…", hint: "How much it may propose, and whom it speaks for." },
  { key: "revoke", name: "Revoke…", hint: "Its keys stop at once, for good." },
];

/** A workflow's agent: there is no key to it, and it speaks for the person who began the run. */
const stepsOfWorkflow: readonly Step[] = [
  { key: "change", name: "Change limits…", hint: "How much its runs may propose." },
  { key: "revoke", name: "Revoke…", hint: "Its workflow's runs propose nothing any more, for good." },
];

/** The possible changes of an agent, then the question of the chosen one. */
export function ManageAgent(props: AgentDialogProps) {
  const { agent, onClose } = props;
  const [step, setStep] = useState<Step | null>(null);
  switch (step?.key) {
    case "rotate":
      return <RotateKey {...props} />;
    case "change":
      return <ChangeAgent {...props} />;
    case "revoke":
      return <RevokeAgent {...props} />;
    case undefined:
      return (
        <Sheet
          onClose={onClose}
          title={agent.name}
          description={agent.workflow ? `Of the workflow ${agent.workflow}` : `Key ${agent.key_prefix}…`}
        >
          <StepList steps={agent.workflow ? stepsOfWorkflow : steps} onChoose={setStep} />
        </Sheet>
      );
  }
}

const authorNote = "Whoever makes its key counts as the author of its proposals at L4 and L5.";

export function CreateAgent({ principals, onClose }: Omit<AgentDialogProps, "agent">) {
  const steppedUp = useSteppedUp();
  return (
    <FormSheet
      title="Create an agent"
      description={`It gets a key to propose with. It never decides, and sees its own proposals alone. ${authorNote}`}
      failed="No agent was created"
      press="Create agent"
      pressed="Creating…"
      refreshes
      send={(form) => {
        const name = String(form.get("name")).trim();
        return steppedUp("createAgent", { name, ...readAgentFields(form) }, `Create the agent ${name}`);
      }}
      done={({ agent }) => `${agent.name} is created.`}
      renderNext={(issued) => <NewKey issued={issued} onClose={onClose} />}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="Lowercase letters, digits and hyphens. It stays this agent's for good."
        placeholder="pricing-agent"
        maxLength={63}
        spellCheck={false}
        mono
        data-focus-first
      />
      <AgentFields principals={principals} />
    </FormSheet>
  );
}

function ChangeAgent({ agent, principals, onClose }: AgentDialogProps) {
  const steppedUp = useSteppedUp();
  const send = (form: FormData) => {
    const fields = readAgentFields(form);
    const { on_behalf_of, ...limits } = fields;
    // Sent only where it was changed: the agent may go on speaking for a former member until somebody names another.
    const same = agent.workflow !== null || on_behalf_of === (agent.on_behalf_of?.id ?? null);
    const change = { id: agent.id, ...(same ? limits : fields) };
    const principal = principals.find(({ id }) => id === on_behalf_of)?.name ?? "nobody";
    const powers = [
      ...(same ? [] : [`speak for ${principal}`]),
      `propose ${limits.proposals_per_minute_max} times a minute with ${limits.pending_max} waiting`,
    ];
    return steppedUp("changeAgent", change, `Let ${agent.name} ${powers.join(", and ")}`);
  };
  return (
    <FormSheet
      title={`Change ${agent.name}`}
      description="Holds from its next call on."
      press="Change"
      refreshes
      send={send}
      done={() => `The limits of ${agent.name} are changed.`}
      onClose={onClose}
    >
      <AgentFields principals={principals} agent={agent} />
    </FormSheet>
  );
}

const graces = [
  { value: "0", name: "At once: whatever uses it fails until it has the new one" },
  { value: "1", name: "In one hour" },
  { value: "8", name: "In eight hours" },
  { value: "24", name: "In a day" },
];

interface RotateKeyProps extends Pick<AgentDialogProps, "agent" | "onClose"> {
  /** Takes the new key, to show it elsewhere. Absent: it is shown in place of the question. */
  onIssued?: (issued: AgentKey) => void;
}

export function RotateKey({ agent, onClose, onIssued }: RotateKeyProps) {
  const steppedUp = useSteppedUp();
  return (
    <FormSheet
      title={`Rotate the key of ${agent.name}?`}
      description={`You see the new key once. A leaked key is stopped at once; a planned change may leave time. ${authorNote}`}
      failed="The key was not changed"
      press="Rotate key"
      pressed="Rotating…"
      tone="danger"
      refreshes
      send={(form) => {
        const rotation = { id: agent.id, grace_hours: Number(form.get("grace_hours")) };
        return steppedUp("rotateAgentKey", rotation, `Rotate the key of ${agent.name}`);
      }}
      done={(issued) => {
        onIssued?.(issued);
        return `${agent.name} has a new key.`;
      }}
      renderNext={(issued) => (onIssued ? null : <NewKey issued={issued} onClose={onClose} />)}
      onClose={onClose}
    >
      <SelectField
        name="grace_hours"
        label={`The present key (${agent.key_prefix}…) stops`}
        options={graces}
        data-focus-first
      />
    </FormSheet>
  );
}

function RevokeAgent({ agent, onClose }: AgentDialogProps) {
  const waiting =
    agent.pending === 0
      ? "None of its proposals waits."
      : `Its proposals (${agent.pending} waiting) stay in the inbox, to be approved or rejected.`;
  return (
    <FormSheet
      asks
      title={`Revoke ${agent.name}?`}
      description={`${agent.workflow ? `The runs of ${agent.workflow} propose nothing any more` : "Its keys are nobody's from its next call on"}, and neither it nor its name comes back. ${waiting}`}
      press="Revoke"
      tone="danger"
      refreshes
      send={() => act("revokeAgent", { id: agent.id })}
      done={() => `${agent.name} is revoked.`}
      onClose={onClose}
    />
  );
}

function NewKey({ issued, onClose }: { issued: AgentKey; onClose: () => void }) {
  return (
    <SecretSheet
      title={`The key of ${issued.agent.name}`}
      label="The agent sends it as Authorization: Bearer. It can propose and withdraw, never decide."
      value={issued.key}
      text="You see this key once; only its hash is kept."
      onClose={onClose}
    />
  );
}

function AgentFields({ principals, agent }: { principals: readonly Principal[]; agent?: AgentView }) {
  const principal = agent?.on_behalf_of;
  const members = principals.map(({ id, name }) => ({ value: String(id), name }));
  if (principal && !principals.some(({ id }) => id === principal.id))
    members.push({
      value: String(principal.id),
      name: `${principal.name} (does not belong here any more)`,
    });
  const limit = { type: "number", inputMode: "numeric", min: 1 } as const;
  return (
    <>
      {!agent?.workflow && (
        <SelectField
          name="on_behalf_of"
          label="Speaks for"
          hint="That person is never the only approver of its L4 and L5 proposals."
          options={[{ value: "", name: "Nobody" }, ...members]}
          defaultValue={principal ? String(principal.id) : ""}
        />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          name="proposals_per_minute_max"
          label="Proposals per minute, at most"
          max={AGENT_LIMITS.perMinuteMax}
          defaultValue={agent?.proposals_per_minute_max ?? 120}
          {...limit}
        />
        <TextField
          name="pending_max"
          label="Waiting at once, at most"
          max={AGENT_LIMITS.pendingMax}
          defaultValue={agent?.pending_max ?? 1_000}
          {...limit}
        />
      </div>
    </>
  );
}

function readAgentFields(form: FormData) {
  const principal = String(form.get("on_behalf_of"));
  return {
    on_behalf_of: principal === "" ? null : Number(principal),
    proposals_per_minute_max: Number(form.get("proposals_per_minute_max")),
    pending_max: Number(form.get("pending_max")),
  };
}
