import { z } from "zod";
import { scriptParameters } from "../data/seed";
import type { SdfProject } from "../sdf-project";
import {
  OUR_ROLE,
  PERMISSION_LEVELS,
  type PermissionLevel,
  type Session,
  shippedPermissions,
} from "./session";

export type AccountSettings = ReturnType<typeof createAccountSettings>;

const levelNames = Object.keys(PERMISSION_LEVELS) as [PermissionLevel, ...PermissionLevel[]];
const CLOCK_OFFSET_MS_MAX = 60 * 86_400_000;

export const settingsChangeSchema = z.strictObject({
  permissions: z.record(z.string(), z.enum(levelNames)).optional(),
  /** Null empties a parameter. */
  parameters: z.record(z.string(), z.string().nullable()).optional(),
  deployed: z.boolean().optional(),
  /** The account's clock against this machine's. */
  clock_offset_ms: z.number().int().min(-CLOCK_OFFSET_MS_MAX).max(CLOCK_OFFSET_MS_MAX).optional(),
});
type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** The settings of the account, which an administrator may have made wrongly. Kept in memory: a restart puts it right. */
export function createAccountSettings(sdf: SdfProject) {
  const permissions = shippedPermissions(sdf);
  const parameters: Record<string, string | null> = { ...scriptParameters };
  const author = { name: "Countersign", role: OUR_ROLE };
  let deployed = true;
  let clockOffsetMs = 0;
  const setParameters = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null),
    );
  return {
    session: (): Session => ({ author, permissions }),
    parameters: setParameters,
    isDeployed: (): boolean => deployed,
    clockOffsetMs: (): number => clockOffsetMs,
    change(change: SettingsChange): void {
      Object.assign(permissions, change.permissions);
      Object.assign(parameters, change.parameters);
      deployed = change.deployed ?? deployed;
      clockOffsetMs = change.clock_offset_ms ?? clockOffsetMs;
    },
    show: () => ({ permissions, parameters, deployed, clock_offset_ms: clockOffsetMs }),
  };
}
