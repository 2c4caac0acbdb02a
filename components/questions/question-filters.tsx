"use client";
import { useRouter } from "next/navigation";
import { FilterBar, FilterSelect } from "@/components/ui/filter-bar";
import {
  INTERACTION_TYPES,
  type InteractionType,
  QUESTION_SIDES,
  type QuestionSide,
} from "@/lib/core/interaction/interaction";
import {
  QUESTION_STATES,
  QUESTION_STATE_NAMES,
  type QuestionFilter,
  SIDE_NAMES,
  questionFilterHref,
} from "@/lib/view/questions/question-filter";
import { TYPE_WORDS } from "@/lib/view/questions/question-words";

interface QuestionFiltersProps {
  filter: QuestionFilter;
  /** Administrators may also look at the outlines of others. */
  mayAdminister: boolean;
}

/** Filters by status, kind and person; kept in the address. */
export function QuestionFilters({ filter, mayAdminister }: QuestionFiltersProps) {
  const router = useRouter();
  const go = (change: Partial<QuestionFilter>) =>
    router.replace(questionFilterHref({ ...filter, ...change }));
  return (
    <FilterBar
      label="Questions by state"
      tabsClassName="max-md:gap-3.5"
      tabs={[null, ...QUESTION_STATE_NAMES].map((state) => ({
        key: state ?? "any",
        name: state === null ? "All" : QUESTION_STATES[state].name,
        href: questionFilterHref({ ...filter, state }),
        here: filter.state === state,
      }))}
    >
      <div className="flex min-w-0 gap-2 max-md:w-full">
        <FilterSelect
          label="Of which kind"
          value={filter.type ?? ""}
          onChoose={(type) => go({ type: (type || null) as InteractionType | null })}
        >
          <option value="">Any kind</option>
          {INTERACTION_TYPES.map((type) => (
            <option key={type} value={type}>
              {TYPE_WORDS[type]}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect
          label="Whose"
          value={filter.whose}
          onChoose={(whose) => go({ whose: whose as QuestionSide })}
        >
          {QUESTION_SIDES.filter((side) => side !== "others" || mayAdminister).map((side) => (
            <option key={side} value={side}>
              {SIDE_NAMES[side]}
            </option>
          ))}
        </FilterSelect>
      </div>
    </FilterBar>
  );
}
