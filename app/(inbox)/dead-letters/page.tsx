import type { Metadata } from "next";
import { DeadLetters } from "@/components/ops/dead-letters";
import { requirePerson } from "@/lib/auth/session";
import { listDeadLetters } from "@/lib/gateway/read-operations";

export const metadata: Metadata = { title: "Dead letters" };

export default async function DeadLettersPage() {
  const person = await requirePerson();
  return <DeadLetters initial={await listDeadLetters(person)} />;
}
