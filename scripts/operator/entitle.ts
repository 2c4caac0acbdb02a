import { parseArgs } from "node:util";
import { userInfo } from "node:os";
import { openOwner } from "@/db/client";
import { setEntitlement } from "@/db/seed/entitlement";
import { ACTION_TYPES } from "@/lib/action-types/registry";

/**
 * `npm run entitle -- --tenant acme --types ar_note,email_draft | --types all | --suspend | --resume [--by "Mike Ortiz"]`: which
 * writes a tenant may have made, as the tables' owner (DATABASE_OWNER_URL). It counts from the next decision and push on.
 */
const usage = 'Usage: npm run entitle -- --tenant <slug> --types <a,b|all> | --suspend | --resume [--by "…"]';
const { values } = parseArgs({
  options: {
    tenant: { type: "string" },
    types: { type: "string" },
    suspend: { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
    by: { type: "string", default: userInfo().username },
  },
});

function refuse(why: string): never {
  console.error(`${why}\n${usage}`);
  process.exit(2);
}
const url = process.env.DATABASE_OWNER_URL;
if (!url) refuse("Set DATABASE_OWNER_URL to the address of the role that owns the tables.");
if (!values.tenant) refuse("Which tenant? --tenant.");
if ([values.types !== undefined, values.suspend, values.resume].filter(Boolean).length !== 1)
  refuse("Say one thing: --types, --suspend or --resume.");
const types = values.types?.split(",").map((type) => type.trim());
const unknown = types?.filter((type) => type !== "all" && !ACTION_TYPES.includes(type as never)) ?? [];
if (unknown.length > 0)
  refuse(`No such action type: ${unknown.join(", ")}. There are: ${ACTION_TYPES.join(", ")}.`);

const owner = openOwner(url, { poolMax: 1 });
try {
  const done = await setEntitlement(owner, values.tenant, values.by, {
    ...(types && { actionTypes: types.includes("all") ? null : types }),
    ...((values.suspend || values.resume) && { suspended: values.suspend }),
  });
  if (!done) refuse(`There is no tenant ${values.tenant}.`);
  console.log(`${values.tenant}: ${done}`);
} finally {
  await owner.end();
}
