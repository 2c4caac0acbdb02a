import { AppError } from "@/lib/core/errors";
import { CLIENT_BUSY, type FailureVerdict } from "@/lib/core/push/verdict";
import { type SavedSearch, buildSearch } from "@/lib/destinations/netsuite/search-request";
import type { Gateway } from "@/lib/gateway/context";
import { netSuiteReaderOf } from "@/lib/gateway/netsuite-accounts";
import { readsBusy } from "@/lib/gateway/propose/prepare-proposal";
import { requireConnection } from "./require-connection";

export interface SearchRows {
  /** Texts by the key of their column, decimals as NetSuite spells them. */
  rows: Record<string, string>[];
  /** False: the search has more rows than were asked for, or than fit. */
  complete: boolean;
}

/** A RESTlet from before saved searches answers one of these. */
const UNKNOWN_TO_RESTLET = ["UNKNOWN_OPERATION", "MALFORMED_REQUEST"];

/**
 * The rows of a saved search of the tenant's account. `asker` takes turns with others. Asks the network: never inside a
 * transaction.
 * @throws AppError record_refused 422 in NetSuite's words, where asking again changes nothing; no_netsuite_account 409;
 *   reads_busy, unavailable 503.
 */
export async function runSearch(
  tenantId: number,
  search: SavedSearch,
  asker: string,
  gateway: Gateway,
): Promise<SearchRows> {
  await requireConnection(gateway, tenantId);
  const outcome = await netSuiteReaderOf(gateway, tenantId).search(buildSearch(search), asker);
  if (outcome.class !== "search") throw errorOf(outcome);
  return { rows: outcome.rows, complete: outcome.complete };
}

function errorOf(failure: FailureVerdict): AppError {
  if (failure.code === CLIENT_BUSY) return readsBusy();
  if (failure.class === "terminal") return new AppError("record_refused", refusalOf(failure));
  const seconds = failure.class === "not_executed" ? failure.retryAfterSeconds : null;
  const later = seconds === null ? {} : { retryAfterSeconds: seconds };
  return new AppError("unavailable", "NetSuite could not be searched just now.", later);
}

function refusalOf({ code, publicMessage, details }: FailureVerdict): string {
  if (UNKNOWN_TO_RESTLET.includes(code))
    return "The scripts in NetSuite are older than saved searches. An administrator deploys netsuite/sdf again.";
  // Only our own script answers a refusal with 200; other terminal codes have words for writes.
  const words = details.httpStatus === 200 ? publicMessage : "It gives no reason.";
  return `NetSuite refuses this search: ${words} (${code})`;
}
