/** This room shows workflows: their texts, their versions, and how they are put in force. */
"use client";
import Link from "next/link";
import { useViewer } from "@/components/data/viewer";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { Icon } from "@/components/ui/icons/icon";
import { PageFrame, PageSection } from "@/components/ui/page";
import { EmptyState } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { RowList } from "@/components/ui/lists/row-list";
import type { WorkflowView, Workflows } from "@/lib/contract/workflows/versions";
import { mayAdminister } from "@/lib/core/access/principal";
import { workflowHref } from "@/lib/view/workflows/version-choice";
import { byWorkspace, newerOf, standingOf } from "@/lib/view/workflows/workflow-words";
import { useWorkflows } from "./queries";

export function WorkflowsView({ initial }: { initial: Workflows }) {
  const { data = initial } = useWorkflows(initial);
  const administers = mayAdminister(useViewer().role);
  const button = administers && (
    <ButtonLink href="/workflows/new" tone="solid">
      <Icon name="plus" className="size-4" /> New workflow
    </ButtonLink>
  );
  return (
    <PageFrame
      title="Workflows"
      text="An agent’s whole job as one text: its steps, what each needs, and what it may propose. The version in force is the one that runs follow."
    >
      {data.items.length === 0 ? (
        <EmptyState
          title="No workflows yet"
          text={
            administers
              ? "Write the first one here, or send its text with POST /api/workflows. It is stored as version 1, and runs nothing until it is published."
              : "An administrator writes the first one here, or sends its text with POST /api/workflows. It runs nothing until it is published."
          }
        >
          {button}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {button}
            <Link href="/runs" className="text-sm underline underline-offset-2 max-md:py-3">
              See all runs
            </Link>
          </div>
          {byWorkspace(data.items).map(([workspace, workflows]) => (
            <PageSection key={workspace} title={`Workspace ${workspace}`}>
              <RowList>
                {workflows.map((workflow) => (
                  <li key={workflow.id} data-workflow={workflow.name}>
                    <Row workflow={workflow} />
                  </li>
                ))}
              </RowList>
            </PageSection>
          ))}
        </>
      )}
    </PageFrame>
  );
}

function Row({ workflow }: { workflow: WorkflowView }) {
  const { id, name, title, agent, publication } = workflow;
  const standing = standingOf(workflow);
  const newer = newerOf(workflow);
  return (
    <div className="relative flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 hover:bg-sunken/50">
      <div className="grid min-w-[min(100%,16rem)] flex-1 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <Link
            href={workflowHref(id)}
            className="font-medium break-all after:absolute after:inset-0 hover:underline max-md:py-1"
          >
            {name}
          </Link>
          {title !== null && (
            <span className="min-w-0 text-ink-2">
              <UntrustedText>{title}</UntrustedText>
            </span>
          )}
        </p>
        <p className="text-xs text-ink-3">
          Proposes as {agent.name}
          {publication && (
            <>
              {" · "}
              {publication.version_number === null ? "withdrawn" : "published"}{" "}
              <RelativeTime iso={publication.at} />
            </>
          )}
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={standing.tone}>{standing.title}</Badge>
        {newer !== null && <Badge>newest: version {newer}</Badge>}
      </p>
    </div>
  );
}
