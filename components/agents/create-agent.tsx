"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAnswer } from "@/components/ui/forms/use-submission";
import { announce } from "@/components/ui/announcer";
import { Sheet } from "@/components/ui/sheets/sheet";
import { SheetForm } from "@/components/ui/sheets/sheet-form";
import { TextField } from "@/components/ui/forms/text-field";
import type { AgentKey } from "@/lib/contract/people";
import { act } from "@/lib/operations/act";
import { AGENT_FIELDS, AgentFields, type Principal, readAgentFields } from "./agent-fields";
import { KeyShown } from "./agent-key";

export function CreateAgent({ principals, onClose }: { principals: Principal[]; onClose: () => void }) {
  const router = useRouter();
  const asking = useAnswer(AGENT_FIELDS);
  const [made, setMade] = useState<AgentKey | null>(null);
  const { sending, errorOf } = asking;
  const submit = async (form: FormData) => {
    const input = { name: String(form.get("name")).trim(), ...readAgentFields(form) };
    const result = await asking.ask(() => act("createAgent", input));
    if (!result) return;
    announce(`${result.agent.name} is created.`);
    router.refresh();
    setMade(result);
  };
  if (made) return <KeyShown made={made} onClose={onClose} />;
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={!sending}
      title="Create an agent"
      description="It gets a key to propose with. It never decides, and sees its own proposals alone."
    >
      <SheetForm
        asking={asking}
        failed="No agent was created"
        press="Create agent"
        pressed="Creating…"
        onSubmit={submit}
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
          error={errorOf("name")}
          disabled={sending}
          data-focus-first
        />
        <AgentFields principals={principals} asking={asking} />
      </SheetForm>
    </Sheet>
  );
}
