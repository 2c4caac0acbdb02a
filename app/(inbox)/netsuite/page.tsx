import type { Metadata } from "next";
import { NetSuiteView } from "@/components/netsuite/netsuite-view";
import { AdminsOnly } from "@/components/shell/admins-only";
import { mayAdminister } from "@/lib/core/access/principal";
import { readNetSuiteAccount } from "@/lib/gateway/access/netsuite/netsuite-account";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "NetSuite" };

export default personPage(async function NetSuitePage(person) {
  if (!mayAdminister(person.role))
    return <AdminsOnly title="NetSuite" text="The account that your company's approved writes go to." />;
  return <NetSuiteView initial={await readNetSuiteAccount(person)} />;
});
