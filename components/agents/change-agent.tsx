"use client";
import { useRouter } from "next/navigation";
import { useAnswer } from "@/components/ui/forms/use-submission";
import { announce } from "@/components/ui/announcer";
import { Sheet } from "@/components/ui/sheets/sheet";
import { SheetForm } from "@/components/ui/sheets/sheet-form";
import type { AgentView } from "@/lib/contract/people";
import { act } from "@/lib/operations/act";
import { AGENT_FIELDS, AgentFields, type Principal, readAgentFields } from "./agent-fields";

interface ChangeAgentProps {
  agent: AgentView;
  principals: Principal[];
  onClose: () => void;
}

export function ChangeAgent({ agent, principals, onClose }: ChangeAgentProps) {
  const router = useRouter();
  const asking = useAnswer(AGENT_FIELDS);
  const { sending, errorOf, ask } = asking;
  const submit = async (form: FormData) => {
    const read = readAgentFields(form);
    const { on_behalf_of, ...limits } = read;
    // Sent only where it was changed: a person who left may stay named until somebody names another.
    const same = on_behalf_of === (agent.on_behalf_of?.id ?? null);
    const change = same ? limits : read;
    if (!(await ask(() => act("changeAgent", { id: agent.id, ...change })))) return;
    announce(`The limits of ${agent.name} are changed.`);
    router.refresh();
    onClose();
  };
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={!sending}
      title={`Change ${agent.name}`}
      description="Holds from its next call on."
    >
      <SheetForm
        asking={asking}
        failed="Nothing was changed"
        press="Change"
        pressed="Sending…"
        onSubmit={submit}
        onClose={onClose}
      >
        <AgentFields principals={principals} asking={{ sending, errorOf }} agent={agent} />
      </SheetForm>
    </Sheet>
  );
}
