"use client";
import { useQueryClient } from "@tanstack/react-query";
import { usePages } from "@/components/data/use-pages";
import { useRead } from "@/components/data/use-read";
import type { InteractionView, Interactions } from "@/lib/contract/interactions/interactions";
import type { Replies } from "@/lib/contract/interactions/replies";
import {
  type QuestionFilter,
  type QuestionPart,
  questionFilterHref,
  questionsQueryOf,
} from "@/lib/view/questions/question-filter";

export const QUESTIONS_KEY = ["questions"] as const;
const questionKey = (id: number) => [...QUESTIONS_KEY, id] as const;

export interface InitialQuestions {
  filter: QuestionFilter;
  /** The first page of each list that this filter has. */
  first: Readonly<Partial<Record<QuestionPart, Interactions>>>;
}

export function useQuestions(
  filter: QuestionFilter,
  part: QuestionPart,
  { filter: initialFilter, first }: InitialQuestions,
) {
  const isInitial = questionFilterHref(filter) === questionFilterHref(initialFilter);
  return usePages<Interactions>({
    queryKey: [...QUESTIONS_KEY, "list", part, questionFilterHref(filter)],
    path: (cursor) => {
      const search = questionsQueryOf(filter, part);
      if (cursor) search.set("cursor", String(cursor));
      return `/api/interactions?${search.toString()}`;
    },
    first: (isInitial && first[part]) || null,
  });
}

export const useQuestion = (initial: InteractionView) =>
  useRead<InteractionView>(questionKey(initial.id), `/api/interactions/${initial.id}`, {
    initialData: initial,
  });

const repliesKey = (id: number) => [...questionKey(id), "replies"] as const;

export const useReplies = (id: number) => useRead<Replies>(repliesKey(id), `/api/interactions/${id}/replies`);

export function useKeptReplies() {
  const queries = useQueryClient();
  return (id: number, replies: Replies) => queries.setQueryData(repliesKey(id), replies);
}

/** The page shows the answer at once; lists and the number in the navigation are read again. */
export function useKeptQuestion() {
  const queries = useQueryClient();
  return (question: InteractionView) => {
    queries.setQueryData(questionKey(question.id), question);
    void queries.invalidateQueries({ queryKey: QUESTIONS_KEY });
    void queries.invalidateQueries({ queryKey: ["overview"] });
  };
}
