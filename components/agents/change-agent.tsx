"use client";
import { useRouter } from "next/navigation";
import { announce } from "@/components/ui/announcer";
import type { AgentView } from "@/lib/contract/agents";
import { act } from "@/lib/operations/act";
import { AgentFields, type Principal, readAgentFields } from "./agent-fields";
import { FormSheet } from "@/components/ui/sheets/form-sheet";

interface ChangeAgentProps {
  agent: AgentView;
  principals: Principal[];
  onClose: () => void;
}

export function ChangeAgent({ agent, principals, onClose }: ChangeAgentProps) {
  const router = useRouter();
  const send = (form: FormData) => {
    const fields = readAgentFields(form);
    const { on_behalf_of, ...limits } = fields;
    // Sent only where it was changed: a person who left may stay named until somebody names another.
    const same = on_behalf_of === (agent.on_behalf_of?.id ?? null);
    return act("changeAgent", { id: agent.id, ...(same ? limits : fields) });
  };
  const done = () => {
    announce(`The limits of ${agent.name} are changed.`);
    router.refresh();
    onClose();
  };
  return (
    <FormSheet
      title={`Change ${agent.name}`}
      description="Holds from its next call on."
      failed="Nothing was changed"
      press="Change"
      pressed="Sending…"
      send={send}
      onDone={done}
      onClose={onClose}
    >
      <AgentFields principals={principals} agent={agent} />
    </FormSheet>
  );
}
