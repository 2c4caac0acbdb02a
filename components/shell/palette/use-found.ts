"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { getJson } from "@/components/data/get-json";
import { useViewer } from "@/components/data/viewer";
import type { ActionList } from "@/lib/contract/actions/outline";
import type { PersonView } from "@/lib/contract/people/people";
import { mayAdminister } from "@/lib/core/access/principal";
import { listForPage } from "@/lib/view/action/as-shown";
import { type Entry, foundIn } from "./entries";

/** A single letter says too little to ask the server for. */
const lengthMin = 2;
const lookedThrough = 50;
const freshMs = 30_000;
const peopleMax = 5;

/** Finds records, customers and agents of waiting actions by name, and for administrators people. */
export function useFound(typed: string): { entries: readonly Entry[]; searching: boolean } {
  const text = useDeferredValue(typed.trim());
  const isAsked = text.length >= lengthMin;
  const waiting = useQuery({
    queryKey: ["palette", text],
    queryFn: async ({ signal }) => {
      const search = new URLSearchParams({ status: "pending", q: text, limit: String(lookedThrough) });
      return listForPage(await getJson<ActionList>(`/api/proposed-actions?${search}`, signal)).items;
    },
    enabled: isAsked,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
  const people = usePeople();
  if (!isAsked) return { entries: [], searching: false };
  const entries = [...foundIn(waiting.data ?? [], text), ...peopleNamed(people, text)];
  return { entries, searching: waiting.isFetching };
}

function usePeople(): readonly PersonView[] {
  const administers = mayAdminister(useViewer().role);
  const { data } = useQuery({
    queryKey: ["palette-people"],
    queryFn: ({ signal }) => getJson<{ items: PersonView[] }>("/api/people", signal),
    enabled: administers,
    staleTime: freshMs,
  });
  return data?.items ?? [];
}

/** Namesakes are told apart by their addresses. */
function peopleNamed(people: readonly PersonView[], query: string): Entry[] {
  const text = query.toLowerCase();
  return people
    .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(text))
    .slice(0, peopleMax)
    .map(({ id, name, email, role }) => ({
      key: `person ${id}`,
      name: `${name} (${email})`,
      note: `Person · ${role}`,
      href: "/people",
    }));
}
