import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { JobView } from "@/components/jobs/job-view";
import { jobIdSchema } from "@/lib/contract/monitoring/jobs";
import { AppError } from "@/lib/core/errors";
import { orUnavailable } from "@/lib/http/or-unavailable";
import { readJob } from "@/lib/gateway/jobs/read-job";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Job" };

interface Props {
  params: Promise<{ id: string }>;
}

export default personPage(async function JobPage(person, { params }: Props) {
  const id = jobIdSchema.safeParse((await params).id);
  if (!id.success) notFound();
  const initial = await orUnavailable(readJob(person, id.data)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
  return <JobView id={id.data} initial={initial} />;
});
