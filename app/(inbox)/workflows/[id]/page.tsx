import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { WorkflowPicture } from "@/components/workflows/workflow-picture";
import { WorkflowView } from "@/components/workflows/workflow-view";
import { idSchema } from "@/lib/contract/actions/decision";
import { orNotFound } from "@/lib/http/or-not-found";
import { personPage } from "@/lib/http/page";
import { readSearchParams, type SearchParams } from "@/lib/http/search-params";
import { readWorkflowVersion, readWorkflowVersions } from "@/lib/runtime/versions/read-workflows";
import { pictureOf } from "@/lib/view/runs/run-picture";
import { parseVersionChoice } from "@/lib/view/workflows/version-choice";
import { inForceOf } from "@/lib/view/workflows/workflow-words";

export const metadata: Metadata = { title: "Workflow" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default personPage(async function WorkflowPage(person, { params, searchParams }: Props) {
  const id = idSchema.safeParse(Number((await params).id));
  if (!id.success) notFound();
  const { version } = parseVersionChoice(await readSearchParams(searchParams));
  const versions = await orNotFound(readWorkflowVersions(person, { id: id.data }));
  const { workflow } = versions;
  const number = version ?? inForceOf(workflow) ?? workflow.latest.number;
  const source = await orNotFound(readWorkflowVersion(person, { id: id.data, number }));
  const picture = pictureOf(source.steps.map((step) => ({ ...step, status: "ready" })));
  return (
    <WorkflowView
      initial={versions}
      source={source}
      picture={picture && <WorkflowPicture picture={picture} steps={source.steps} />}
    />
  );
});
