import { getEnv } from "@/lib/env";

export function actionUrl(actionId: number): string {
  return `${getEnv().NEXTAUTH_URL ?? ""}/proposed-actions/${actionId}`;
}
