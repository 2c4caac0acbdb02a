"use client";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { ReadFailure } from "@/components/data/read-failure";
import { useViewer } from "@/components/data/viewer";
import { Badge } from "@/components/ui/badge";
import { BackLink } from "@/components/ui/back-link";
import { lazily } from "@/components/ui/lazily";
import { PageFrame, PageSection } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/states";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { WorkflowVersion, WorkflowVersions } from "@/lib/contract/workflows/versions";
import { mayAdminister } from "@/lib/core/access/principal";
import { parseVersionChoice } from "@/lib/view/workflows/version-choice";
import { inForceOf, standingOf } from "@/lib/view/workflows/workflow-words";
import { Publications } from "./publications";
import { useSource, useVersions } from "./queries";
import { SecretsSection } from "./secrets-section";
import { SourceText } from "./source-text";
import { VersionList } from "./version-list";
import { WebhooksSection } from "./webhooks-section";
import { WorkflowButtons } from "./workflow-buttons";

const Comparison = lazily(
  () => import("./comparison").then((module) => module.Comparison),
  () => <Skeleton words="Comparing…" />,
);

interface WorkflowViewProps {
  initial: WorkflowVersions;
  /** The text that the address names. */
  source: WorkflowVersion;
  /** The picture of that text, drawn on the server. Null: there is nothing to draw. */
  picture: ReactNode;
}

/** One workflow: the text in force or another version's, what changed between two, and who published what. */
export function WorkflowView({ initial, source, picture }: WorkflowViewProps) {
  const query = useVersions(initial);
  const { data = initial } = query;
  const { workflow } = data;
  const administers = mayAdminister(useViewer().role);
  const params = useSearchParams();
  const choice = parseVersionChoice((name) => params.get(name));
  const shown = choice.version ?? inForceOf(workflow) ?? workflow.latest.number;
  const standing = standingOf(workflow);
  return (
    <PageFrame title={workflow.name} text={<About workflow={workflow} />}>
      <BackLink href="/workflows">All workflows</BackLink>
      {query.isError && (
        <ReadFailure title="This workflow is as it was; it could not be read again" query={query} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3" data-testid="workflow-standing">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={standing.tone}>{standing.title}</Badge>
          {workflow.latest.number !== inForceOf(workflow) && (
            <Badge>newest: version {workflow.latest.number}</Badge>
          )}
        </p>
        {workflow.publication?.genuine === false && <PastTheApp />}
        <WorkflowButtons versions={data} shown={shown} source={source} />
      </div>
      {picture !== null && shown === source.number && <PageSection title="Picture">{picture}</PageSection>}
      <ShownText versions={data} shown={shown} source={source} />
      <VersionList versions={data} shown={shown} choice={choice} />
      {choice.from !== null && choice.to !== null && (
        <Comparison key={`${choice.from}-${choice.to}`} id={workflow.id} from={choice.from} to={choice.to} />
      )}
      {administers && (
        <>
          <SecretsSection workflow={workflow} shown={shown} source={source} />
          <WebhooksSection workflow={workflow} shown={shown} source={source} />
        </>
      )}
      <Publications publications={data.publications} />
    </PageFrame>
  );
}

function About({ workflow }: { workflow: WorkflowVersions["workflow"] }) {
  const { title, workspace, agent, name } = workflow;
  return (
    <>
      {title !== null && (
        <>
          <UntrustedText>{title}</UntrustedText>.{" "}
        </>
      )}
      In the workspace {workspace}; its runs propose as{" "}
      <Link
        href={`/proposed-actions?agent=${encodeURIComponent(agent.name)}`}
        className="underline underline-offset-2"
      >
        {agent.name}
      </Link>
      .{" "}
      <Link
        href={`/runs?workflow=${encodeURIComponent(name)}`}
        className="whitespace-nowrap underline underline-offset-2"
      >
        See its runs
      </Link>
    </>
  );
}

function PastTheApp() {
  return (
    <p className="rounded-lg border border-bad/30 bg-bad-soft px-4 py-3 text-sm text-bad">
      Its newest publication was written into the database past Countersign, and nothing of it starts while
      that is the newest. Publish the version that should be in force, and have whoever runs this installation
      find out who did that.
    </p>
  );
}

interface ShownTextProps {
  versions: WorkflowVersions;
  shown: number;
  source: WorkflowVersion;
}

function ShownText({ versions: { workflow }, shown, source }: ShownTextProps) {
  const query = useSource(workflow.id, shown, source);
  const isInForce = shown === inForceOf(workflow);
  const title = isInForce ? `The text in force, version ${shown}` : `Version ${shown}`;
  return (
    <PageSection
      title={title}
      aside={
        query.data && (
          <p className="font-mono text-2xs text-ink-3" title={query.data.hash}>
            {query.data.hash.slice(0, 16)}
          </p>
        )
      }
    >
      {query.data ? (
        <SourceText label={title} text={query.data.source} />
      ) : query.isError ? (
        <ReadFailure title="This version could not be read" query={query} />
      ) : (
        <Skeleton words="Reading the text…" lines={12} />
      )}
    </PageSection>
  );
}
