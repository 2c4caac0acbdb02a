import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { findAgentKey, findPersonalToken } from "@/db/queries/people/identity";
import { formsOf } from "@/lib/auth/session/tokens";
import { trustedRole } from "@/lib/auth/session/role-seal";
import { signInByOidc } from "@/lib/auth/sign-in/oidc-sign-in";
import { signIn } from "@/lib/auth/sign-in/sign-in";
import { openSecret } from "@/lib/secrets/secret-box";
import { foundCompany } from "@/lib/gateway/access/found-company";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { sealCredentials } from "./seal-credentials";

const world = await useWorld();
const { owner, db } = world;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const password = "three unrelated words";

test("a database from before keeps every credential working, and is sealed by its migration alone", async () => {
  const company = await foundCompany(owner, { slug: "before", name: "Before", foundedBy: "test" });
  const ana = await company.addPerson({ name: "Ana", role: "admin", password });
  const token = await company.addToken(ana);
  const { key } = await company.addAgent({ name: "an-agent" });
  // As the release before stored them.
  const [stored] = await owner`SELECT password_hash FROM users WHERE id = ${ana.userId}`;
  const bare = openSecret(stored!.password_hash as string, `password:${ana.userId}`);
  await owner`
    UPDATE users SET password_hash = ${bare}, oidc_issuer = 'https://idp.example', oidc_subject = 's-1', oidc_seal = NULL
    WHERE id = ${ana.userId}`;
  await owner`UPDATE memberships SET role_seal = NULL WHERE user_id = ${ana.userId}`;
  await owner`UPDATE personal_tokens SET token_hash = ${sha256(token)} WHERE user_id = ${ana.userId}`;
  await owner`UPDATE agents SET key_hash = ${sha256(key)} WHERE tenant_id = ${company.tenantId}`;
  await owner`DELETE FROM agent_key_hashes`;

  const works = async () => {
    const found = await findPersonalToken(db.database.sql, formsOf("csp_", token));
    const identity = { issuer: "https://idp.example", subject: "s-1", email: null, emailVerified: false };
    return {
      password: (await signIn({ email: ana.email, password, clientAddress: null }, db)).outcome,
      provider: (await signInByOidc(identity, db)).outcome,
      role: found && trustedRole(found),
      key: (await findAgentKey(db.database.sql, formsOf("csa_", key)))?.name ?? null,
    };
  };
  const nothing = { password: "refused", provider: "refused", role: null, key: null };
  const all = { password: "signed_in", provider: "signed_in", role: "admin", key: "an-agent" };
  expect(await works()).toEqual(nothing);
  await owner.begin((tx) => sealCredentials(tx, ["0023_later.sql"]));
  expect(await works()).toEqual(nothing);
  await owner.begin((tx) => sealCredentials(tx, ["0022_who_decides.sql"]));
  expect(await works()).toEqual(all);
});
