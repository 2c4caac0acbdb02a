/** A permission of NetSuite's that the role we ship needs. */

export const PERMISSION_LEVELS = ["NONE", "VIEW", "CREATE", "EDIT", "FULL"] as const;

export interface PermissionNeed {
  key: string;
  /** As NetSuite's role page calls it. */
  name: string;
  level: (typeof PERMISSION_LEVELS)[number];
  /** The consequence of its absence. */
  without: string;
  /** An account may do without: only the writes that depend on it are refused there. */
  optional?: true;
}
