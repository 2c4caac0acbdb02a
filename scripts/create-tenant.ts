import { parseArgs } from "node:util";
import { inTenant, openDatabase, openOwner } from "@/db/client";
import { insertAgent, insertPerson, insertTenant, setTotpSecret } from "@/db/seed/tenant";
import { hashPassword } from "@/lib/auth/sign-in/password";
import { newAgentKey, newPersonalToken } from "@/lib/auth/session/tokens";
import { newTotpSecret, sealTotpSecret, totpUri } from "@/lib/auth/second-factor/totp";
import { IN_APP_AGENT } from "@/lib/gateway/access/agents/in-app-agent";
import { installDefaultPolicy } from "@/lib/policy/active-policy";

/**
 * `npm run db:tenant -- --slug acme --name "Acme Foods" --admin-name "Mike Ortiz" --admin-email mike@acme.example`: a tenant
 * with the shipped policy and thresholds, its first administrator and two agents. What it prints is shown once.
 * Needs DATABASE_OWNER_URL, DATABASE_URL and COUNTERSIGN_SECRET_KEY.
 */
const { values } = parseArgs({
  options: {
    slug: { type: "string" },
    name: { type: "string" },
    "time-zone": { type: "string", default: "UTC" },
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
const database = openDatabase(need(process.env.DATABASE_URL, "DATABASE_URL"), { poolMax: 2 });
try {
  const slug = need(values.slug, "--slug");
  const email = need(values["admin-email"], "--admin-email").toLowerCase();
  const password = newPersonalToken().token.slice(4, 24);
  const token = newPersonalToken();
  const totpSecret = newTotpSecret();
  const key = newAgentKey();
  const tenantId = await insertTenant(owner, {
    slug,
    name: need(values.name, "--name"),
    timeZone: values["time-zone"],
  });
  await inTenant(database, tenantId, (tx) => installDefaultPolicy(tx, tenantId, "set-up"));
  const userId = await insertPerson(owner, tenantId, {
    name: need(values["admin-name"], "--admin-name"),
    email,
    role: "admin",
    passwordHash: await hashPassword(password),
    tokenHash: token.hash,
  });
  await setTotpSecret(owner, userId, sealTotpSecret(userId, totpSecret));
  await insertAgent(owner, tenantId, {
    name: values.agent,
    keyHash: key.hash,
    keyPrefix: key.prefix,
    onBehalfOfUserId: null,
  });
  // Proposes inside the app alone: its key is thrown away, so nobody can present it.
  const unused = newAgentKey();
  await insertAgent(owner, tenantId, {
    name: IN_APP_AGENT,
    keyHash: unused.hash,
    keyPrefix: unused.prefix,
    onBehalfOfUserId: null,
  });
  console.log(`Tenant ${slug} is ready. Shown once:
  sign-in         ${email}  ${password}
  second factor   ${totpUri(totpSecret, email)}
  personal token  ${token.token}
  agent key       ${key.token}  (${values.agent})`);
} finally {
  await Promise.all([owner.end(), database.end()]);
}
