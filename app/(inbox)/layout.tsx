import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { requirePerson } from "@/lib/auth/session";
import { getEnv, showsChatExample } from "@/lib/env";
import { readOverview } from "@/lib/gateway/read-operations";
import { page } from "@/lib/http/page";

export default page(async function InboxLayout({ children }: { children: ReactNode }) {
  const person = await requirePerson();
  const overview = await readOverview(person);
  // Only what the screen shows goes to the browser.
  const reader = { name: person.name, email: person.email, role: person.role, tenantName: person.tenantName };
  return (
    <Shell reader={reader} overview={overview} chatExample={showsChatExample(getEnv())}>
      {children}
    </Shell>
  );
});
