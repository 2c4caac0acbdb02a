import { inTenant } from "@/db/client";
import type { PreviewRouting, RoutedView } from "@/lib/contract/settings/routing";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { routeSubjects } from "./plan-messages";

/**
 * The recipients that an action or a question would have if it were planned now. It sends nothing and takes no message back.
 * @throws AppError not_allowed 403; not_found 404 where it is not open.
 */
export async function previewRouting(
  person: Person,
  { action_id: actionId, question_id: questionId, rules }: PreviewRouting,
  gateway: Gateway = getGateway(),
): Promise<RoutedView> {
  requireRole(person, "admin", "Trying the rules of who is told");
  const [found] = await inTenant(gateway.database, person.tenantId, (tx) =>
    routeSubjects(tx, person.tenantId, {
      questions: questionId === undefined ? [] : [questionId],
      actions: actionId === undefined ? [] : [actionId],
      kinds: gateway.channels.map(({ kind }) => kind),
      now: gateway.clock.now(),
      ...(rules !== undefined && { rules }),
    }),
  );
  if (!found)
    throw new AppError(
      "not_found",
      "Nothing of that number waits for anybody: it has ended, or is older than a day.",
    );
  const { rule, verdicts } = found.routed;
  return {
    rule,
    people: verdicts.map(({ userId, name, at, by, why }) => ({
      user_id: userId,
      name,
      told_at: at?.toISOString() ?? null,
      by: by.map(({ kind }) => kind),
      why,
    })),
  };
}
