import { inTenant } from "@/db/client";
import { readWordsInForce } from "@/db/queries/people/administrator-words";
import { isGenuineWord, sealWord } from "@/lib/gateway/access/word-seal";
import type { World } from "@/lib/gateway/testing/world";
import { type SealedCase, newCompany } from "./sealed-case";

/** The word of a second administrator on new credentials, as the app seals it. */
export async function sealedWord(world: World): Promise<SealedCase & { tenantId: number }> {
  const newWord = async () => {
    const company = await newCompany(world);
    const stew = await company.addPerson({ name: "Stew", role: "steward" });
    const bea = await company.addPerson({ name: "Bea", role: "admin" });
    const ana = await company.addPerson({ name: "Ana", role: "approver" });
    const { tenantId } = company;
    const word = {
      tenantId,
      userId: ana.userId,
      about: "confirmed_recovery",
      number: 1,
      role: null,
    } as const;
    await world.db.database.sql.begin(async (tx) => {
      await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
      await tx`SELECT mark_recovered(${ana.userId}, ${stew.userId})`;
      const seal = sealWord({ ...word, byUserId: bea.userId });
      await tx`SELECT confirm_recovery(${ana.userId}, ${seal}, ${bea.userId})`;
    });
    return { tenantId, bea, ana };
  };
  const { tenantId, bea, ana } = await newWord();
  const other = await newWord();
  const sealOf = async (userId: number) =>
    ((await world.owner`SELECT seal FROM administrator_words WHERE user_id = ${userId}`)[0]?.seal ?? null) as
      string | null;
  return {
    tenantId,
    works: async () => {
      const words = await inTenant(world.db.database, tenantId, (tx) => readWordsInForce(tx, tenantId));
      return words.some((word) => isGenuineWord(tenantId, word));
    },
    stored: () => sealOf(ana.userId),
    // The function that keeps a word takes the seal from whoever calls it, once there is none.
    forge: async (app, value) => {
      await app`SELECT take_back_word(${ana.userId}, 'confirmed_recovery', 1)`;
      await app`SELECT confirm_recovery(${ana.userId}, ${value}, ${bea.userId})`;
    },
    another: async () => (await sealOf(other.ana.userId))!,
  };
}
