import { getEnv } from "@/lib/env";

/** Where our pages are, without a slash at its end. */
export const baseUrl = (): string => getEnv().NEXTAUTH_URL ?? "";

export const actionUrl = (actionId: number): string => `${baseUrl()}/proposed-actions/${actionId}`;
