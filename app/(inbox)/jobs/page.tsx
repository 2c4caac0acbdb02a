import type { Metadata } from "next";
import { JobsView } from "@/components/jobs/jobs-view";
import { jobsQuerySchema } from "@/lib/contract/monitoring/jobs";
import { orUnavailable } from "@/lib/http/or-unavailable";
import { readJobFunctions } from "@/lib/gateway/jobs/read-job-functions";
import { readJobs } from "@/lib/gateway/jobs/read-jobs";
import { personPage } from "@/lib/http/page";
import { readSearchParams, type SearchParams } from "@/lib/http/search-params";
import { parseJobFilter, jobsQueryOf } from "@/lib/view/jobs/job-filter";

export const metadata: Metadata = { title: "Jobs" };

/** Where the engine does not answer, the page says so and asks again: nothing else on it depends on the engine. */
export default personPage(async function JobsPage(person, { searchParams }: { searchParams: SearchParams }) {
  const filter = parseJobFilter(await readSearchParams(searchParams));
  const query = jobsQuerySchema.parse(Object.fromEntries(jobsQueryOf(filter)));
  const [first, functions] = await Promise.all([
    orUnavailable(readJobs(person, query)),
    orUnavailable(readJobFunctions(person)),
  ]);
  return <JobsView initial={{ filter, first, functions }} />;
});
