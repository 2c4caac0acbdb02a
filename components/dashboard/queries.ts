"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getJson } from "@/components/data/get-json";
import { POLL_MS } from "@/components/data/overview";
import type { Dashboard } from "@/lib/contract/overview";
import type { Lane } from "@/lib/contract/overview";

export function useLane() {
  return useQuery({
    queryKey: ["lane"],
    queryFn: ({ signal }) => getJson<Lane>("/api/ns-push/lane", signal),
    refetchInterval: POLL_MS,
  });
}

export function useDashboard(initial: Dashboard) {
  return useQuery({
    queryKey: ["dashboard"],
    queryFn: ({ signal }) => getJson<Dashboard>("/api/dashboard", signal),
    initialData: initial,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}
