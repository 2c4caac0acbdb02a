import { DEFINITIONS } from "@/lib/action-types/registry";
import type { PermissionNeed } from "@/lib/action-types/shared/permission";

/** The permissions of the role. A test compares them with the role that netsuite/sdf ships. */

const READ_WEIGHT = "what weighs a proposal cannot be read, so every proposal is L4 at least";

/** Permissions that several action types need; the definition of a type names the others. */
export const PERMISSION_NEEDS: readonly PermissionNeed[] = [
  { key: "TRAN_SALESORD", name: "Sales Order", level: "EDIT", without: "prices on sales orders are refused" },
  { key: "TRAN_CUSTINVC", name: "Invoice", level: "VIEW", without: READ_WEIGHT },
  {
    key: "LIST_CUSTJOB",
    name: "Customers",
    level: "EDIT",
    without: "bid prices and credit limits are refused",
  },
  {
    key: "LIST_ITEM",
    name: "Items",
    level: "EDIT",
    without: "items cannot be found and their prices not written",
  },
  {
    key: "LIST_BOM",
    name: "Bill of Materials",
    level: "EDIT",
    without: "changes of a BOM are refused",
    optional: true,
  },
  { key: "LIST_LOCATION", name: "Locations", level: "VIEW", without: "inventory adjustments are refused" },
  { key: "TRAN_FIND", name: "Find Transaction", level: "VIEW", without: READ_WEIGHT },
  {
    key: "LIST_FIND",
    name: "Perform Search",
    level: "VIEW",
    without: "workflows run no saved searches",
    optional: true,
  },
  ...DEFINITIONS.flatMap(({ permissions = [] }) => permissions),
];

export const LOGIN_NEEDS = {
  tba: {
    key: "ADMI_LOGIN_OAUTH",
    name: "Log in using Access Tokens",
    level: "FULL",
    without: "no token signs in with this role",
  },
  "oauth2-m2m": {
    key: "ADMI_LOGIN_OAUTH2",
    name: "Log in using OAuth 2.0 Access Tokens",
    level: "FULL",
    without: "no certificate signs in with this role",
  },
} as const satisfies Record<string, PermissionNeed>;

export const SETTINGS = {
  adjustmentAccount: "custscript_gfs_adjustment_account",
  bidField: "custscript_gfs_bid_field",
} as const;
