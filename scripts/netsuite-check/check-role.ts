import type { AccountBody } from "./answers";
import { type Line, fail, pass, warn } from "./line";
import { PERMISSION_LEVELS, type PermissionNeed } from "@/lib/action-types/shared/permission";
import { LOGIN_NEEDS, PERMISSION_NEEDS, SETTINGS } from "./needs";

const ADMINISTRATOR_ROLE_ID = "3";

/** The role's permissions, the settings of the deployment, and the access to the records that we keep. */
export function checkRole(account: AccountBody, strategy: "tba" | "oauth2-m2m"): Line[] {
  return [
    ...roleLine(account),
    ...[LOGIN_NEEDS[strategy], ...PERMISSION_NEEDS].map((need) => permissionLine(need, account)),
    ...settingLines(account),
    ...recordLines(account),
  ];
}

function roleLine({ user }: AccountBody): Line[] {
  if (user.role_id !== ADMINISTRATOR_ROLE_ID) return [];
  return [
    warn(
      "role",
      "The script runs as Administrator: it may do far more than it needs.",
      "Use the role customrole_countersign, which netsuite/sdf brings.",
    ),
  ];
}

function permissionLine(need: PermissionNeed, { permissions }: AccountBody): Line {
  const id = `permission.${need.key}`;
  const has = permissions[need.key] ?? 0;
  const needed = PERMISSION_LEVELS.indexOf(need.level);
  const name = `${need.name} (${need.key})`;
  const levelName = PERMISSION_LEVELS[has] ?? String(has);
  if (has < 0) return warn(id, `${name}: NetSuite does not tell its level.`, "Look at the role's page.");
  if (has < needed) {
    const finding = `${name}: ${levelName}, and ${need.level} is needed; ${need.without}.`;
    const todo = `Give the role ${need.name}: ${need.level}. Setup › Users/Roles › Manage Roles.`;
    return need.optional ? warn(id, finding, `${todo} Or do without.`) : fail(id, finding, todo);
  }
  const tooMuch = has > needed && need.level !== "FULL";
  return tooMuch
    ? warn(id, `${name}: ${levelName}, more than is needed.`, `${need.level} is enough.`)
    : pass(id, `${name}: ${levelName}.`);
}

function settingLines({ settings, records }: AccountBody): Line[] {
  const account = settings[SETTINGS.adjustmentAccount] ?? "";
  const field = settings[SETTINGS.bidField] ?? "";
  const where =
    "Customization › Scripting › Script Deployments › customdeploy_gfs_platform_query › Parameters.";
  return [
    lineOf("setting.adjustment_account", account !== "", {
      good: `Inventory adjustments are booked to the account with id ${account}.`,
      bad: "No account is set that inventory adjustments are booked to.",
      todo: `Set ${SETTINGS.adjustmentAccount} to its internal id: ${where}`,
    }),
    lineOf("setting.bid_field", field !== "" && records.bid_field === "", {
      good: `The customer field ${field} holds the bid number.`,
      bad:
        field === ""
          ? "No customer field is set that holds the bid number."
          : `Customers cannot be found by the field ${field} (${records.bid_field}).`,
      todo: `Set ${SETTINGS.bidField} to the field's id, such as custentity_gfs_bid: ${where}`,
    }),
  ];
}

function recordLines({ records }: AccountBody): Line[] {
  const { ledger, note, system_notes: systemNotes } = records;
  return [
    lineOf("record.ledger", ledger === "", {
      good: "The ledger record can be written.",
      bad: `The ledger record customrecord_countersign_ledger cannot be written (${ledger}).`,
      todo: "Deploy netsuite/sdf, and give the role EDIT on that record type. Without it nothing is sent.",
    }),
    lineOf("record.note", note === "", {
      good: "Notes can be written.",
      bad: `Notes cannot be written (${note}).`,
      todo: "Give the role the permission for notes of customers and transactions, or do without the actions that write them.",
    }),
    lineOf("record.system_notes", systemNotes === "", {
      good: "System notes can be searched.",
      bad: `System notes cannot be searched (${systemNotes}).`,
      todo: "Without them nobody sees here who wrote past the gateway, and a page cannot say who changed a record last.",
      lacks: warn,
    }),
  ];
}

function lineOf(
  id: string,
  holds: boolean,
  { good, bad, todo, lacks = fail }: { good: string; bad: string; todo: string; lacks?: typeof fail },
): Line {
  return holds ? pass(id, good) : lacks(id, bad, todo);
}
