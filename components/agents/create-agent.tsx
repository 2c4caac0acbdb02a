"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { createAgentOnPage } from "@/app/(inbox)/agents/actions";
import { useAnswer } from "@/components/data/use-answer";
import { announce } from "@/components/shell/announcer";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheet";
import { Failure } from "@/components/ui/states";
import { TextField } from "@/components/ui/text-field";
import type { AgentKey } from "@/lib/contract/people";
import { AGENT_FIELDS, AgentFields, type Principal, readAgentFields } from "./agent-fields";
import { KeyShown } from "./agent-key";

export function CreateAgent({ principals, onClose }: { principals: Principal[]; onClose: () => void }) {
  const router = useRouter();
  const asking = useAnswer(AGENT_FIELDS);
  const [made, setMade] = useState<AgentKey | null>(null);
  const { sending, failure, errorOf } = asking;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const input = { name: String(form.get("name")).trim(), ...readAgentFields(form) };
    const result = await asking.ask(() => createAgentOnPage(input));
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
      <form onSubmit={(event) => void submit(event)} noValidate className="flex min-h-0 flex-col">
        <SheetBody>
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
          {failure && <Failure title="No agent was created" text={failure} />}
        </SheetBody>
        <SheetFooter>
          <Button type="submit" tone="solid" disabled={sending}>
            {sending ? "Creating…" : "Create agent"}
          </Button>
          <Button disabled={sending} onClick={onClose}>
            Cancel
          </Button>
        </SheetFooter>
      </form>
    </Sheet>
  );
}
