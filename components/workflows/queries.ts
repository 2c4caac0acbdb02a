"use client";
import { useRead } from "@/components/data/use-read";
import type {
  VersionDiff,
  WorkflowVersion,
  WorkflowVersions,
  Workflows,
} from "@/lib/contract/workflows/versions";

export const WORKFLOWS_KEY = ["workflows"] as const;
export const workflowKey = (id: number) => ["workflows", id] as const;

export const useWorkflows = (initial: Workflows) =>
  useRead<Workflows>(WORKFLOWS_KEY, "/api/workflows", { initialData: initial });

export const useVersions = (initial: WorkflowVersions) =>
  useRead<WorkflowVersions>(
    workflowKey(initial.workflow.id),
    `/api/workflows/${initial.workflow.id}/versions`,
    {
      initialData: initial,
    },
  );

/** A version never changes: it is read once. */
const once = { staleTime: Infinity, refetchInterval: false } as const;

export const useSource = (id: number, number: number, initial: WorkflowVersion) =>
  useRead<WorkflowVersion>(["workflow-source", id, number], `/api/workflows/${id}/source?version=${number}`, {
    ...once,
    initialData: initial.number === number ? initial : undefined,
  });

export const useDiff = (id: number, from: number, to: number) =>
  useRead<VersionDiff>(
    ["workflow-diff", id, from, to],
    `/api/workflows/${id}/diff?from=${from}&to=${to}`,
    once,
  );
