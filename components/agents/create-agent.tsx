"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { announce } from "@/components/ui/announcer";
import { TextField } from "@/components/ui/forms/text-field";
import type { AgentKey } from "@/lib/contract/agents";
import { act } from "@/lib/operations/act";
import { AgentFields, type Principal, readAgentFields } from "./agent-fields";
import { NewKey } from "./new-key";
import { FormSheet } from "@/components/ui/sheets/form-sheet";

export function CreateAgent({ principals, onClose }: { principals: Principal[]; onClose: () => void }) {
  const router = useRouter();
  const [created, setCreated] = useState<AgentKey | null>(null);
  const send = (form: FormData) =>
    act("createAgent", { name: String(form.get("name")).trim(), ...readAgentFields(form) });
  const done = (result: AgentKey) => {
    announce(`${result.agent.name} is created.`);
    router.refresh();
    setCreated(result);
  };
  if (created) return <NewKey issued={created} onClose={onClose} />;
  return (
    <FormSheet
      title="Create an agent"
      description="It gets a key to propose with. It never decides, and sees its own proposals alone."
      failed="No agent was created"
      press="Create agent"
      pressed="Creating…"
      send={send}
      onDone={done}
      onClose={onClose}
    >
      <TextField
        id="agent-name"
        name="name"
        label="Name"
        hint="Small letters, digits and hyphens. It stays this agent's for good."
        placeholder="pricing-agent"
        maxLength={63}
        autoComplete="off"
        spellCheck={false}
        mono
        data-focus-first
      />
      <AgentFields principals={principals} />
    </FormSheet>
  );
}
