"use client";
import { useRouter } from "next/navigation";
import { type ComponentProps, useState } from "react";
import type { Principal } from "@/components/agents/agent-dialogs";
import { BackLink } from "@/components/ui/back-link";
import { Button } from "@/components/ui/button";
import { PageFrame } from "@/components/ui/page";
import type { AgentKey, AgentView } from "@/lib/contract/people/agents";
import { AwaitFirst } from "./await-first";
import { FirstLines } from "./first-lines";
import { KeyStep } from "./key-step";
import { NameStep } from "./name-step";
import { Step } from "./step";
import { START_PATH, START_TEXT, START_TITLE } from "./words";

interface StartViewProps {
  /** Where this installation is. */
  url: string;
  agents: readonly AgentView[];
  principals: readonly Principal[];
  deciders: readonly string[];
  /** The agent of the address, with its newest proposal; null: it is yet to be named. */
  initial: Connecting | null;
}

interface Connecting {
  agent: AgentView;
  before: ComponentProps<typeof AwaitFirst>["before"];
}

/** Three steps on one page. A key that was just made is kept by this component alone: a reload forgets it. */
export function StartView({ url, agents, principals, deciders, initial }: StartViewProps) {
  const router = useRouter();
  const [connecting, setConnecting] = useState(initial);
  const [key, setKey] = useState<string | null>(null);
  const [arrived, setArrived] = useState(false);
  const receive = ({ agent, key: issued }: AgentKey) => {
    setConnecting((before) => before ?? { agent, before: null });
    setKey(issued);
    window.history.replaceState(null, "", `?agent=${agent.id}`);
  };
  const leave = () => {
    setConnecting(null);
    setKey(null);
    setArrived(false);
    router.push(START_PATH);
  };
  const agent = connecting?.agent ?? null;
  return (
    <PageFrame title={START_TITLE} text={START_TEXT}>
      <BackLink href="/agents">Agents</BackLink>
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
        <Step number={1} title="Name the agent" done={agent !== null}>
          {agent ? (
            <p className="flex flex-wrap items-center gap-3 text-sm">
              <span className="font-mono font-medium break-all">{agent.name}</span>
              <Button size="small" onClick={leave}>
                Connect another
              </Button>
            </p>
          ) : (
            <NameStep agents={agents} principals={principals} onCreated={receive} />
          )}
        </Step>
        <Step number={2} title="Give it its key" done={arrived} open={agent !== null}>
          {agent && <KeyStep url={url} agent={agent} issuedKey={key} onRotated={receive} />}
        </Step>
        <Step number={3} title="Make its first proposal" done={arrived} open={agent !== null}>
          {connecting && (
            <>
              <FirstLines url={url} agent={connecting.agent.name} />
              <AwaitFirst {...connecting} deciders={deciders} onArrived={() => setArrived(true)} />
            </>
          )}
        </Step>
      </div>
    </PageFrame>
  );
}
