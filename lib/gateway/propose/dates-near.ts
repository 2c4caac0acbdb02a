import { writesOf } from "@/lib/action-types/payload/lines";
import { actionTypeOf } from "@/lib/action-types/registry";
import { partTexts } from "@/lib/action-types/shared/target";
import { AppError } from "@/lib/core/errors";
import type { ProposalPayload } from "@/lib/core/payload/payload";

/** A date further away is a slip of a digit: it would land in another fiscal year. */
const DAYS_BACK_MAX = 366;
const DAYS_AHEAD_MAX = 92;
const dayMs = 86_400_000;

/** @throws AppError validation_failed 422, naming each date that is too far from today and the days that are allowed. */
export function assertDatesNear(payload: ProposalPayload, now: Date): void {
  const [first, last] = [-DAYS_BACK_MAX, DAYS_AHEAD_MAX].map((days) =>
    new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10),
  ) as [string, string];
  const issues = writesOf(payload).flatMap((write) => {
    const target = actionTypeOf(write.action_type)?.target ?? [];
    const texts = partTexts(target, write);
    return target
      .filter((part) => part.kind === "date")
      .filter(({ name }) => {
        const day = texts[name];
        return day && (day < first || day > last);
      })
      .map((part) => ({ path: `context.${part.from[0]}`, message: `must be from ${first} to ${last}` }));
  });
  if (issues.length > 0)
    throw new AppError("validation_failed", "The proposal is not valid; see errors.", { issues });
}
