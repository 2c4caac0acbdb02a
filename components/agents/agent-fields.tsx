"use client";
import { SelectField } from "@/components/ui/forms/select-field";
import { TextField } from "@/components/ui/forms/text-field";
import { AGENT_LIMITS, type AgentView } from "@/lib/contract/agents";

export interface Principal {
  id: number;
  name: string;
}

interface AgentFieldsProps {
  principals: readonly Principal[];
  agent?: AgentView;
}

/** The fields of an agent: the person it speaks for, and its limits. */
export function AgentFields({ principals, agent }: AgentFieldsProps) {
  const nobody = { value: "", name: "Nobody" };
  const members = principals.map(({ id, name }) => ({ value: String(id), name }));
  const left = agent?.on_behalf_of && !principals.some(({ id }) => id === agent.on_behalf_of!.id);
  const former = left
    ? [
        {
          value: String(agent.on_behalf_of!.id),
          name: `${agent.on_behalf_of!.name} (does not belong here any more)`,
        },
      ]
    : [];
  return (
    <>
      <SelectField
        id="agent-principal"
        name="on_behalf_of"
        label="Speaks for"
        hint="That person is never the only approver of its L4 and L5 proposals."
        options={[nobody, ...members, ...former]}
        defaultValue={agent?.on_behalf_of ? String(agent.on_behalf_of.id) : ""}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          id="agent-per-minute"
          name="proposals_per_minute_max"
          label="Proposals per minute, at most"
          type="number"
          inputMode="numeric"
          min={1}
          max={AGENT_LIMITS.perMinuteMax}
          defaultValue={agent?.proposals_per_minute_max ?? 120}
        />
        <TextField
          id="agent-pending"
          name="pending_max"
          label="Waiting at once, at most"
          type="number"
          inputMode="numeric"
          min={1}
          max={AGENT_LIMITS.pendingMax}
          defaultValue={agent?.pending_max ?? 1_000}
        />
      </div>
    </>
  );
}

export function readAgentFields(form: FormData) {
  const principal = String(form.get("on_behalf_of"));
  return {
    on_behalf_of: principal === "" ? null : Number(principal),
    proposals_per_minute_max: Number(form.get("proposals_per_minute_max")),
    pending_max: Number(form.get("pending_max")),
  };
}
