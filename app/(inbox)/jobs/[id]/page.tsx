import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { JobView } from "@/components/jobs/job-view";
import { requirePerson } from "@/lib/auth/session/session";
import { jobIdSchema } from "@/lib/contract/jobs";
import { AppError } from "@/lib/core/errors";
import { orUnavailable } from "@/lib/http/or-unavailable";
import { readJob } from "@/lib/gateway/jobs/read-job";
import { page } from "@/lib/http/page";

export const metadata: Metadata = { title: "Job" };

interface Props {
  params: Promise<{ id: string }>;
}

export default page(async function JobPage({ params }: Props) {
  const person = await requirePerson();
  const id = jobIdSchema.safeParse((await params).id);
  if (!id.success) notFound();
  const initial = await orUnavailable(readJob(person, id.data)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
  return <JobView id={id.data} initial={initial} />;
});
