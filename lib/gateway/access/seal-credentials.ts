import type { CompleteMigration } from "@/db/migrate";
import {
  listUnsealedCredentials,
  rehashTokens,
  sealLinkOf,
  sealPasswordOf,
  sealRoleOf,
} from "@/db/seed/seal-credentials";
import { sealRole } from "@/lib/auth/session/role-seal";
import { linkTextOf } from "@/lib/auth/sign-in/oidc-sign-in";
import { sealPasswordHash } from "@/lib/auth/sign-in/password";
import { keyedHash } from "@/lib/secrets/keyed-hash";

const firstSealed = "0022_who_decides.sql";

/**
 * Seals the credentials of a database from before, with the app's key, in the transaction that migrates it: passwords, roles,
 * provider links, and the hashes of tokens and keys. Only then: rows that lose their seal later were changed past the app.
 * @throws Error when COUNTERSIGN_SECRET_KEY is missing and there is somebody to seal.
 */
export const sealCredentials: CompleteMigration = async (tx, ran) => {
  if (!ran.includes(firstSealed)) return;
  const { members, people, hashes } = await listUnsealedCredentials(tx);
  for (const member of members) await sealRoleOf(tx, member, sealRole({ ...member, roleChanges: 0 }));
  for (const { userId, passwordHash, oidcIssuer, oidcSubject } of people) {
    if (passwordHash !== null) await sealPasswordOf(tx, userId, sealPasswordHash(userId, passwordHash));
    if (oidcSubject !== null)
      await sealLinkOf(tx, userId, keyedHash("sign-in", linkTextOf({ userId, oidcIssuer, oidcSubject })));
  }
  await rehashTokens(tx, new Map(hashes.map((hash) => [hash, keyedHash("token", hash)])));
};
