import type { Metadata } from "next";
import { DeadLetters } from "@/components/dead-letters/dead-letters";
import { deadLettersQuerySchema } from "@/lib/contract/monitoring/dead-letters";
import { readDeadLetters } from "@/lib/gateway/read/state/read-dead-letters";
import { personPage } from "@/lib/http/page";
import { readSearchParams, type SearchParams } from "@/lib/http/search-params";
import { parseLetterFilter } from "@/components/dead-letters/letter-filter";

export const metadata: Metadata = { title: "Dead letters" };

export default personPage(async function DeadLettersPage(
  person,
  { searchParams }: { searchParams: SearchParams },
) {
  const filter = parseLetterFilter(await readSearchParams(searchParams));
  const first = await readDeadLetters(
    person,
    deadLettersQuerySchema.parse({
      replayed: String(filter.replayed),
      ...(filter.cause ? { cause: filter.cause } : {}),
    }),
  );
  return <DeadLetters initial={{ filter, first }} />;
});
