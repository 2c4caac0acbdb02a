import { inTenant } from "@/db/client";
import { readConfirmationsInForce } from "@/db/queries/people/attestations";
import { isGenuineAttestation, sealAttestation } from "@/lib/gateway/access/attestation-seal";
import type { World } from "@/lib/gateway/testing/world";
import { type SealedCase, newCompany } from "./sealed-case";

/** A second administrator's confirmation of new credentials, as the app seals it. */
export async function sealedAttestation(world: World): Promise<SealedCase & { tenantId: number }> {
  const newConfirmation = async () => {
    const company = await newCompany(world);
    const stew = await company.addPerson({ name: "Stew", role: "steward" });
    const bea = await company.addPerson({ name: "Bea", role: "admin" });
    const ana = await company.addPerson({ name: "Ana", role: "approver" });
    const { tenantId } = company;
    const confirmation = {
      tenantId,
      userId: ana.userId,
      about: "confirmed_recovery",
      number: 1,
      role: null,
    } as const;
    await world.db.database.sql.begin(async (tx) => {
      await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
      await tx`SELECT mark_recovered(${ana.userId}, ${stew.userId})`;
      const seal = sealAttestation({ ...confirmation, byUserId: bea.userId });
      await tx`SELECT confirm_recovery(${ana.userId}, ${seal}, ${bea.userId})`;
    });
    return { tenantId, bea, ana };
  };
  const { tenantId, bea, ana } = await newConfirmation();
  const other = await newConfirmation();
  const sealOf = async (userId: number) =>
    ((await world.owner`SELECT seal FROM administrator_words WHERE user_id = ${userId}`)[0]?.seal ?? null) as
      string | null;
  return {
    tenantId,
    works: async () => {
      const confirmations = await inTenant(world.db.database, tenantId, (tx) =>
        readConfirmationsInForce(tx, tenantId),
      );
      return confirmations.some((one) => isGenuineAttestation(tenantId, one));
    },
    stored: () => sealOf(ana.userId),
    // Once there is no confirmation, the function that stores one takes the seal from any caller.
    forge: async (app, value) => {
      await app`SELECT take_back_word(${ana.userId}, 'confirmed_recovery', 1)`;
      await app`SELECT confirm_recovery(${ana.userId}, ${value}, ${bea.userId})`;
    },
    another: async () => (await sealOf(other.ana.userId))!,
  };
}
