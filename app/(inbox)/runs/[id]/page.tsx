import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RunView } from "@/components/runs/run-view";
import { requirePerson } from "@/lib/auth/session/session";
import { runIdSchema } from "@/lib/contract/runs";
import { AppError } from "@/lib/core/errors";
import { orUnavailable } from "@/lib/http/or-unavailable";
import { readRun } from "@/lib/gateway/jobs/read-job";
import { page } from "@/lib/http/page";

export const metadata: Metadata = { title: "Run" };

interface Props {
  params: Promise<{ id: string }>;
}

export default page(async function RunPage({ params }: Props) {
  const person = await requirePerson();
  const id = runIdSchema.safeParse((await params).id);
  if (!id.success) notFound();
  const initial = await orUnavailable(readRun(person, id.data)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
  return <RunView id={id.data} initial={initial} />;
});
