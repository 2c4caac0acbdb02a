import type { Metadata } from "next";
import { DeadLetters } from "@/components/dead-letters/dead-letters";
import { requirePerson } from "@/lib/auth/session/session";
import { deadLettersQuerySchema } from "@/lib/contract/dead-letters";
import { readDeadLetters } from "@/lib/gateway/read/state/read-dead-letters";
import { page } from "@/lib/http/page";
import { parseLetterFilter } from "@/components/dead-letters/letter-filter";

export const metadata: Metadata = { title: "Dead letters" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default page(async function DeadLettersPage({ searchParams }: Props) {
  const person = await requirePerson();
  const params = await searchParams;
  const filter = parseLetterFilter((name) => {
    const value = params[name];
    return typeof value === "string" ? value : null;
  });
  const first = await readDeadLetters(
    person,
    deadLettersQuerySchema.parse({
      replayed: String(filter.replayed),
      ...(filter.cause ? { cause: filter.cause } : {}),
    }),
  );
  return <DeadLetters initial={{ filter, first }} />;
});
