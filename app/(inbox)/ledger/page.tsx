import type { Metadata } from "next";
import { LedgerView } from "@/components/ledger/ledger-view";
import { AdminsOnly } from "@/components/shell/admins-only";
import { checkpointsQuerySchema, eventsQuerySchema } from "@/lib/contract/monitoring/audit";
import { mayAdminister } from "@/lib/core/access/principal";
import { readAuditState, readCheckpoints, readEvents } from "@/lib/gateway/ledger/read-audit";
import { personPage } from "@/lib/http/page";
import { readSearchParams, type SearchParams } from "@/lib/http/search-params";
import { eventsQueryOf, parseLedgerFilter } from "@/lib/view/ledger/ledger-filter";

export const metadata: Metadata = { title: "Ledger" };

export default personPage(async function LedgerPage(
  person,
  { searchParams }: { searchParams: SearchParams },
) {
  if (!mayAdminister(person.role))
    return (
      <AdminsOnly
        title="Ledger"
        text="The proof of everything that happened here: chains of events, signed checkpoints and what verifying them found. Each action's own events stand on its card."
      />
    );
  const filter = parseLedgerFilter(await readSearchParams(searchParams));
  const eventsQuery = eventsQuerySchema.parse(Object.fromEntries(eventsQueryOf(filter)));
  const [state, events, checkpoints] = await Promise.all([
    filter.part === "proof" ? readAuditState(person) : null,
    filter.part === "events" ? readEvents(person, eventsQuery) : null,
    filter.part === "checkpoints"
      ? readCheckpoints(person, checkpointsQuerySchema.parse({ limit: 30 }))
      : null,
  ]);
  return <LedgerView initial={{ filter, state, events, checkpoints }} />;
});
