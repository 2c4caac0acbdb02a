import type { TenantTransaction } from "@/db/client";
import { findSubjectTypeAfter } from "@/db/queries/ledger/evidence";

/** The kinds of subjects in a ledger but actions and switches, however many: the app's role may invent some. */
export async function* subjectTypes(
  tenantId: number,
  read: (work: (tx: TenantTransaction) => Promise<string | null>) => Promise<string | null>,
): AsyncGenerator<string> {
  for (let type = await read((tx) => findSubjectTypeAfter(tx, tenantId, "")); type !== null;) {
    yield type;
    const after: string = type;
    type = await read((tx) => findSubjectTypeAfter(tx, tenantId, after));
  }
}
