import type { Metadata } from "next";
import { ApprovalsView } from "@/components/approvals/approvals-view";
import { approvalsQuerySchema } from "@/lib/contract/workflows/approvals";
import { personPage } from "@/lib/http/page";
import { readSearchParams, type SearchParams } from "@/lib/http/search-params";
import { readApprovals } from "@/lib/runtime/runs/read-approvals";
import { readWorkflows } from "@/lib/runtime/versions/read-workflows";
import { approvalsQueryOf, parseApprovalFilter } from "@/lib/view/approvals/approval-filter";

export const metadata: Metadata = { title: "Approvals" };

export default personPage(async function ApprovalsPage(
  person,
  { searchParams }: { searchParams: SearchParams },
) {
  const filter = parseApprovalFilter(await readSearchParams(searchParams));
  const query = approvalsQuerySchema.parse(Object.fromEntries(approvalsQueryOf(filter)));
  const [first, workflows] = await Promise.all([readApprovals(person, query), readWorkflows(person)]);
  const workspaces = [...new Set(workflows.items.map(({ workspace }) => workspace))].toSorted();
  return <ApprovalsView initial={{ filter, first, workspaces }} />;
});
