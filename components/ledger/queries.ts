"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getJson } from "@/components/data/get-json";
import { usePages } from "@/components/data/use-pages";
import { useRead } from "@/components/data/use-read";
import type {
  AuditState,
  AuditVerification,
  CheckpointList,
  EventList,
} from "@/lib/contract/monitoring/audit";
import type { VerifyMode } from "@/lib/core/ledger/verification";
import { type LedgerFilter, eventsQueryOf, ledgerHref } from "@/lib/view/ledger/ledger-filter";

const stateKey = ["audit"] as const;
/** While somebody waits for the end of a verification. */
const progressPollMs = 1_500;
const restPollMs = 15_000;
/** Longer than any other reading: a full verification reads the whole ledger. */
const verifyMsMax = 15 * 60_000;

export function useAuditState(initial: AuditState | null) {
  return useRead<AuditState>(stateKey, "/api/audit", {
    initialData: initial ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.verifications[0]?.state === "running" ? progressPollMs : restPollMs,
  });
}

export function useVerify() {
  const queries = useQueryClient();
  const read = () => queries.invalidateQueries({ queryKey: stateKey });
  return useMutation({
    mutationFn: (mode: VerifyMode) => {
      // The row of this verification is there a moment later, and is watched from then on.
      setTimeout(() => void read(), 700);
      return getJson<AuditVerification>(`/api/audit/verify?mode=${mode}`, undefined, verifyMsMax);
    },
    onSettled: read,
  });
}

export function useRefreshState(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: stateKey });
}

export function useEvents(filter: LedgerFilter, first: EventList | null) {
  return usePages<EventList>({
    queryKey: ["audit-events", ledgerHref(filter)],
    path: (cursor) => {
      const search = eventsQueryOf(filter);
      if (cursor) search.set("cursor", String(cursor));
      return `/api/audit/events?${search.toString()}`;
    },
    first,
    pollMs: false,
    stays: true,
  });
}

export function useCheckpoints(first: CheckpointList | null) {
  return usePages<CheckpointList>({
    queryKey: ["audit-checkpoints"],
    path: (cursor) => `/api/audit/checkpoints?limit=30${cursor ? `&cursor=${cursor}` : ""}`,
    first,
    pollMs: restPollMs,
  });
}
