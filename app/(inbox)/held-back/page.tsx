import type { Metadata } from "next";
import { HeldBackView } from "@/components/held-back/held-back-view";
import { EmptyState } from "@/components/ui/states";
import { PageFrame } from "@/components/ui/page";
import { mayAdminister, mayDecide } from "@/lib/core/access/principal";
import { readHeldBack } from "@/lib/gateway/read/state/read-held-back";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Held back" };

export default personPage(async function HeldBackPage(person) {
  if (!mayAdminister(person.role) && !mayDecide(person.role))
    return (
      <PageFrame title="Held back" text="Proposals that agents were refused because too many come or wait.">
        <EmptyState
          title="This page is for those who decide"
          text="Approvers and administrators see what is held back."
        />
      </PageFrame>
    );
  return <HeldBackView {...await readHeldBack(person)} mayAct={mayAdminister(person.role)} />;
});
