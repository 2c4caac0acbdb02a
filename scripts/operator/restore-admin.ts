import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { openOwner } from "@/db/client";
import { findAdministrator, restoreAdministrator } from "@/db/seed/restore-administrator";
import { sealRole } from "@/lib/auth/session/role-seal";
import { newPersonalToken } from "@/lib/auth/session/tokens";
import { hashPassword } from "@/lib/auth/sign-in/password";

/**
 * `npm run db:admin -- --tenant acme --email mike@acme.example [--by "…"]`: lets one administrator in again, after
 * COUNTERSIGN_SECRET_KEY was replaced without the one before. Prints a new password once; the authenticator app is set up again.
 * Needs DATABASE_OWNER_URL and COUNTERSIGN_SECRET_KEY.
 */
const usage = 'Usage: npm run db:admin -- --tenant <slug> --email <address> [--by "…"]';
const { values } = parseArgs({
  options: {
    tenant: { type: "string" },
    email: { type: "string" },
    by: { type: "string", default: userInfo().username },
  },
});

function refuse(why: string): never {
  console.error(`${why}\n${usage}`);
  process.exit(2);
}
const url = process.env.DATABASE_OWNER_URL;
if (!url) refuse("Set DATABASE_OWNER_URL to the address of the role that owns the tables.");
if (!values.tenant || !values.email) refuse("Who, and where? --tenant and --email.");

const owner = openOwner(url, { poolMax: 1 });
try {
  const email = values.email.toLowerCase();
  const person = await findAdministrator(owner, { slug: values.tenant, email });
  if (!person) refuse(`${email} is no live administrator of ${values.tenant}.`);
  const password = newPersonalToken().token.slice(4, 24);
  await restoreAdministrator(owner, person, {
    seal: sealRole(person),
    passwordHash: await hashPassword(person.userId, password),
    byLabel: values.by,
  });
  console.log(`${email} (${person.role} of ${values.tenant}) comes in with this password. Shown once:
  ${password}
Their sessions ended, and their authenticator app is set up again at the next sign-in.`);
} finally {
  await owner.end();
}
