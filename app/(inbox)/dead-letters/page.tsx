import type { Metadata } from "next";
import { DeadLetters } from "@/components/ops/dead-letters";
import { requirePerson } from "@/lib/auth/session";
import { listDeadLetters } from "@/lib/gateway/read-operations";
import { page } from "@/lib/http/page";

export const metadata: Metadata = { title: "Dead letters" };

export default page(async function DeadLettersPage() {
  const person = await requirePerson();
  return <DeadLetters initial={await listDeadLetters(person)} />;
});
