import type { Metadata } from "next";
import { RunsView } from "@/components/runs/runs-view";
import { runsQuerySchema } from "@/lib/contract/workflows/runs";
import { personPage } from "@/lib/http/page";
import { readSearchParams, type SearchParams } from "@/lib/http/search-params";
import { readRuns } from "@/lib/runtime/runs/read-runs";
import { readWorkflows } from "@/lib/runtime/versions/read-workflows";
import { parseRunFilter, runsQueryOf } from "@/lib/view/runs/run-filter";

export const metadata: Metadata = { title: "Runs" };

export default personPage(async function RunsPage(person, { searchParams }: { searchParams: SearchParams }) {
  const filter = parseRunFilter(await readSearchParams(searchParams));
  const query = runsQuerySchema.parse(Object.fromEntries(runsQueryOf(filter)));
  const [first, workflows] = await Promise.all([readRuns(person, query), readWorkflows(person)]);
  return <RunsView initial={{ filter, first, workflows: workflows.items.map(({ name }) => name) }} />;
});
