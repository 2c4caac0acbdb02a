import { newTotpSecret } from "@/lib/auth/second-factor/totp";
import { openPasskey, sealPasskey } from "@/lib/auth/second-factor/passkey-box";
import type { World } from "@/lib/gateway/testing/world";
import { type SealedCase, newCompany } from "./sealed-case";

/** A person's passkey. */
export async function sealedPasskey(world: World): Promise<SealedCase & { tenantId: number }> {
  const { owner } = world;
  const company = await newCompany(world);
  const totpSecret = newTotpSecret();
  const keep = async (name: string) => {
    const { userId } = await company.addPerson({ name, role: "approver", totpSecret });
    const sealed = sealPasskey(userId, { credentialId: name, publicKey: "key", totpSecret });
    await owner`
      INSERT INTO passkeys (tenant_id, user_id, credential_id, sealed, label)
      VALUES (${company.tenantId}, ${userId}, ${name}, ${sealed}, 'Laptop')`;
    const stored = async () =>
      (
        await owner`SELECT sealed FROM passkeys WHERE tenant_id = ${company.tenantId} AND user_id = ${userId}`
      )[0]!.sealed as string;
    return { userId, stored };
  };
  const [mine, other] = [await keep("Ana"), await keep("Otto")];
  return {
    tenantId: company.tenantId,
    works: async () => {
      const passkey = { credentialId: "Ana", sealed: await mine.stored(), totpSecret };
      return openPasskey(mine.userId, passkey) === "key";
    },
    stored: mine.stored,
    forge: (app, value) => app`UPDATE passkeys SET sealed = ${value} WHERE user_id = ${mine.userId}`,
    another: other.stored,
  };
}
