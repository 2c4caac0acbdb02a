import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { PageWhole } from "@/components/ui/hand/page-opening";
import { currentMemberships } from "@/lib/auth/session/session";
import { pageOwnerOf } from "@/lib/core/access/page-owner";
import { getEnv, showsChatExample } from "@/lib/env";
import { readSight } from "@/lib/gateway/read/actions/sight";
import { readStreamStart } from "@/lib/gateway/read/stream/stream-start";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { personPage } from "@/lib/http/page";

export default personPage(async function InboxLayout(person, { children }: { children: ReactNode }) {
  const memberships = await currentMemberships();
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  // Before everything else that is read: the stream then tells of all that changes meanwhile.
  const liveFrom = await readStreamStart(person);
  const [overview, { seesContent }] = await Promise.all([readOverview(person), readSight(person)]);
  // Only what the screen shows goes to the browser.
  const { name, email, role, tenantId, tenantName } = person;
  const tenants = memberships
    .map((membership) => ({ id: membership.tenantId, name: membership.tenantName }))
    .sort((a, b) => a.name.localeCompare(b.name));
  const owner = pageOwnerOf(person);
  const viewer = { name, email, role, tenantId, tenantName, tenants, seesContent, owner };
  return (
    <>
      <Shell viewer={viewer} overview={overview} liveFrom={liveFrom} chatExample={showsChatExample(getEnv())}>
        {children}
      </Shell>
      <PageWhole nonce={nonce} />
    </>
  );
});
