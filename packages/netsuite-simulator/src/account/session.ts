import type { SdfProject } from "../sdf-project";
import type { Author } from "../store/stored-record";

/** The user and role of the script: the role we ship, with its shipped permissions until a test takes some away. */
export interface Session {
  author: Author;
  /** By NetSuite's permission key or, where we know none, by record type; what is absent is NONE. */
  permissions: Readonly<Record<string, PermissionLevel>>;
}

export const PERMISSION_LEVELS = { NONE: 0, VIEW: 1, CREATE: 2, EDIT: 3, FULL: 4 } as const;
export type PermissionLevel = keyof typeof PERMISSION_LEVELS;

export const OUR_ROLE = { id: "1042", name: "Countersign integration" };

export function isPermissionLevel(value: unknown): value is PermissionLevel {
  return typeof value === "string" && Object.hasOwn(PERMISSION_LEVELS, value);
}

export function shippedPermissions(sdf: SdfProject): Record<string, PermissionLevel> {
  const role = sdf.readObject("customrole_countersign");
  const rows = [...role.matchAll(/<permkey>(\w+)<\/permkey>\s*<permlevel>(\w+)<\/permlevel>/g)];
  const levels = rows.map(([, key = "", level]) => [key, level] as const);
  const [, ledger] = /<permittedlevel>(\w+)</.exec(sdf.readObject("customrecord_countersign_ledger")) ?? [];
  const all = [...levels, ["customrecord_countersign_ledger", ledger] as const, ["note", "FULL"] as const];
  return Object.fromEntries(
    all.map(([key, level]) => {
      if (!isPermissionLevel(level)) throw new Error(`The role we ship gives ${key} the level ${level}.`);
      return [key, level];
    }),
  );
}

/** Which permission guards a record type; a type without a row is open to everyone. */
const GUARDED_BY: Readonly<Record<string, string>> = {
  salesorder: "TRAN_SALESORD",
  invoice: "TRAN_CUSTINVC",
  customer: "LIST_CUSTJOB",
  inventoryitem: "LIST_ITEM",
  assemblyitem: "LIST_ITEM",
  vendor: "LIST_VENDOR",
  bom: "LIST_BOM",
  location: "LIST_LOCATION",
  term: "ADMI_ACCOUNTINGLIST",
  inventoryadjustment: "TRAN_INVADJST",
  assemblybuild: "TRAN_BUILD",
  bomrevision: "LIST_BOM",
  note: "note",
  savedsearch: "LIST_FIND",
  customrecord_countersign_ledger: "customrecord_countersign_ledger",
};

export function maySee(session: Session, recordType: string, needed: PermissionLevel): boolean {
  const key = GUARDED_BY[recordType];
  if (key === undefined) return true;
  return PERMISSION_LEVELS[session.permissions[key] ?? "NONE"] >= PERMISSION_LEVELS[needed];
}
