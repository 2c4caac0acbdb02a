import { getEnv } from "@/lib/env";

/** Where a person looks at an action. */
export function actionUrl(actionId: number): string {
  return `${getEnv().NEXTAUTH_URL ?? ""}/proposed-actions/${actionId}`;
}
