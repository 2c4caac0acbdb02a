import { type TenantTransaction, inTenant } from "@/db/client";
import { listWritesTo } from "@/db/queries/pushes/internal-writes";
import { writesOf } from "@/lib/action-types/payload/lines";
import { fieldOf } from "@/lib/action-types/registry";
import { namesBankDetails, sensitivityOf } from "@/lib/action-types/shared/sensitive";
import { sameFieldValue } from "@/lib/core/payload/field-value";
import type { Field, LiveRead } from "@/lib/action-types/shared/definition";
import type { Mark } from "@/lib/core/action/marks";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { buildRead } from "@/lib/destinations/requests";
import type { Gateway } from "@/lib/gateway/context";
import { isOwnWrite } from "@/lib/gateway/ledger/seals/own-write";
import { netSuiteReaderOf } from "@/lib/gateway/netsuite-accounts";

interface Around {
  tenantId: number;
  payload: ProposalPayload;
  live: LiveRead | null;
  laneOpen: boolean;
  /** The person or agent that the reads are for; askers take turns. */
  asker: string;
}

/**
 * The marks of a payload: recipients that NetSuite does not name in the customer's record and that no draft for this
 * customer went to before, and bank details other than those that NetSuite holds, also in the
 * middle of a text. A record that cannot be read knows
 * nobody. Asks the network: never inside a transaction.
 */
export async function findMarks(
  { tenantId, payload, live, laneOpen, asker }: Around,
  gateway: Gateway,
): Promise<Mark[]> {
  const marks = new Set<Mark>();
  const recipients: { customer: string; address: string }[] = [];
  for (const write of writesOf(payload)) {
    for (const { field, to } of write.changes) {
      const definedField = fieldOf(write.action_type, field);
      const mark = definedField && markOf(definedField, to);
      if (
        !mark ||
        to === null ||
        sameFieldValue(definedField.kind, live?.values[definedField.field] ?? null, to)
      )
        continue;
      if (mark === "new_recipient") recipients.push({ customer: write.entity_ref, address: String(to) });
      else marks.add(mark);
    }
  }
  if (await holdsNew(recipients, { tenantId, laneOpen, asker }, gateway)) marks.add("new_recipient");
  return [...marks];
}

function markOf(field: Field, to: unknown): Mark | null {
  const isNamed = field.kind === "text" && namesBankDetails(String(to));
  return sensitivityOf(field) ?? (isNamed ? "new_bank_details" : null);
}

async function holdsNew(
  recipients: readonly { customer: string; address: string }[],
  { tenantId, laneOpen, asker }: Pick<Around, "tenantId" | "laneOpen" | "asker">,
  gateway: Gateway,
): Promise<boolean> {
  if (recipients.length === 0) return false;
  const unused = await inTenant(gateway.database, tenantId, async (tx) => {
    const found = [];
    for (const one of recipients) if (!(await wasWrittenTo(tx, tenantId, one))) found.push(one);
    return found;
  });
  for (const { customer, address } of unused) {
    const addresses = laneOpen ? await addressesOf(customer, { tenantId, asker }, gateway) : [];
    if (!addresses.includes(address.toLowerCase())) return true;
  }
  return false;
}

/** True where the app took a draft to this address in, let it through and kept it. */
async function wasWrittenTo(
  tx: TenantTransaction,
  tenantId: number,
  { customer, address }: { customer: string; address: string },
): Promise<boolean> {
  const writes = await listWritesTo(tx, tenantId, customer, address);
  return writes.some((write) => isOwnWrite(tenantId, write));
}

/** As the customer's record has them, in lower case; empty where it cannot be read. */
async function addressesOf(
  customer: string,
  { tenantId, asker }: Pick<Around, "tenantId" | "asker">,
  gateway: Gateway,
): Promise<string[]> {
  const outcome = await netSuiteReaderOf(gateway, tenantId).read(
    // The read of a note brings the facts of the customer's record.
    buildRead({
      action_type: "ar_note",
      entity_type: "customer",
      entity_ref: customer,
      changes: [{ field: "note", to: "-" }],
      context: {},
    }),
    asker,
  );
  if (outcome.class !== "read") return [];
  return (outcome.facts.customer_emails ?? []).map((address) => address.toLowerCase());
}
