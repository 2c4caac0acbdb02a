import type { Metadata } from "next";
import { RunsView } from "@/components/runs/runs-view";
import { requirePerson } from "@/lib/auth/session/session";
import { runsQuerySchema } from "@/lib/contract/runs";
import { orUnavailable } from "@/lib/http/or-unavailable";
import { readRunFunctions } from "@/lib/gateway/jobs/read-job-functions";
import { readRuns } from "@/lib/gateway/jobs/read-jobs";
import { page } from "@/lib/http/page";
import { parseRunFilter, runsQueryOf } from "@/lib/view/run-filter";

export const metadata: Metadata = { title: "Runs" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Where the engine does not answer, the page says so and asks again: nothing else on it depends on the engine. */
export default page(async function RunsPage({ searchParams }: Props) {
  const person = await requirePerson();
  const params = await searchParams;
  const filter = parseRunFilter((name) => {
    const value = params[name];
    return typeof value === "string" ? value : null;
  });
  const query = runsQuerySchema.parse(Object.fromEntries(runsQueryOf(filter)));
  const [first, functions] = await Promise.all([
    orUnavailable(readRuns(person, query)),
    orUnavailable(readRunFunctions(person)),
  ]);
  return <RunsView initial={{ filter, first, functions }} />;
});
