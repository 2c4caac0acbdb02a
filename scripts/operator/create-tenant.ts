import { parseArgs } from "node:util";
import { openOwner } from "@/db/client";
import { newPersonalToken } from "@/lib/auth/session/tokens";
import { newTotpSecret, totpUri } from "@/lib/auth/second-factor/totp";
import { foundCompany } from "@/lib/gateway/access/found-company";
import { IN_APP_AGENT } from "@/lib/gateway/access/agents/in-app-agent";

/**
 * `npm run db:tenant -- --slug acme --name "Acme Foods" --admin-name "Mike Ortiz" --admin-email mike@acme.example`: a tenant
 * with the shipped policy and thresholds, its first administrator and two agents. The credentials are printed once.
 * Needs DATABASE_OWNER_URL and COUNTERSIGN_SECRET_KEY.
 */
const { values } = parseArgs({
  options: {
    slug: { type: "string" },
    name: { type: "string" },
    "time-zone": { type: "string", default: "UTC" },
    // The base currency of its NetSuite account: thresholds and totals are in it.
    currency: { type: "string", default: "USD" },
    "admin-name": { type: "string" },
    "admin-email": { type: "string" },
    agent: { type: "string", default: "first-agent" },
  },
});

function need(value: string | undefined, what: string): string {
  if (value) return value;
  console.error(`Missing: ${what}`);
  process.exit(2);
}

const owner = openOwner(need(process.env.DATABASE_OWNER_URL, "DATABASE_OWNER_URL"), { poolMax: 1 });
try {
  const slug = need(values.slug, "--slug");
  const email = need(values["admin-email"], "--admin-email").toLowerCase();
  const password = newPersonalToken().token.slice(4, 24);
  const totpSecret = newTotpSecret();
  const adminName = need(values["admin-name"], "--admin-name");
  const company = await foundCompany(owner, {
    slug,
    name: need(values.name, "--name"),
    timeZone: values["time-zone"],
    currency: values.currency.toUpperCase(),
    foundedBy: "set-up",
  });
  const admin = await company.addPerson({ name: adminName, email, role: "admin", password, totpSecret });
  const token = await company.addToken(admin);
  const { key } = await company.addAgent({ name: values.agent });
  // Proposes inside the app alone: its key is thrown away, so nobody can present it.
  await company.addAgent({ name: IN_APP_AGENT });
  console.log(`Tenant ${slug} is ready. Shown once:
  sign-in         ${email}  ${password}
  second factor   ${totpUri(totpSecret, email)}
  personal token  ${token}
  agent key       ${key}  (${values.agent})`);
} finally {
  await owner.end();
}
