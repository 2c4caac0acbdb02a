import { randomBytes } from "node:crypto";
import { vi } from "vitest";

/** A key as production has one, and the keys of this process from now on: its environment must be read afresh each time. */
export const newKey = (): Buffer => randomBytes(32);

export function useKeys(current: Buffer, previous: Buffer | null = null): void {
  vi.stubEnv("COUNTERSIGN_SECRET_KEY", current.toString("base64"));
  vi.stubEnv("COUNTERSIGN_SECRET_KEY_PREVIOUS", previous?.toString("base64"));
}
