import type { BulkDecideInput, BulkDecideResult } from "@/lib/contract/decision";
import type { Person } from "@/lib/core/principal";

/** One outcome per row, in the order asked; approving L4 and L5 is answered `not_bulk`. */
export async function bulkDecide(_person: Person, _input: BulkDecideInput, _channel: "page" | "api"): Promise<BulkDecideResult> {
  throw new Error("not built yet");
}
