import type { Metadata } from "next";
import { WorkflowsView } from "@/components/workflows/workflows-view";
import { personPage } from "@/lib/http/page";
import { readWorkflows } from "@/lib/runtime/versions/read-workflows";

export const metadata: Metadata = { title: "Workflows" };

export default personPage(async function WorkflowsPage(person) {
  return <WorkflowsView initial={await readWorkflows(person)} />;
});
