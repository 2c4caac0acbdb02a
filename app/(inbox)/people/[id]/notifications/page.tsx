import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TimesForm } from "@/components/routing/times-form";
import { BackLink } from "@/components/ui/back-link";
import { PageFrame } from "@/components/ui/page";
import { idSchema } from "@/lib/contract/actions/decision";
import { mayAdminister } from "@/lib/core/access/principal";
import { orNotFound } from "@/lib/http/or-not-found";
import { personPage } from "@/lib/http/page";
import { readTimesOf } from "@/lib/messages/routing/notification-times";
import { readRouting } from "@/lib/messages/routing/publish-routing";

export const metadata: Metadata = { title: "Quiet hours and deputy" };

interface Props {
  params: Promise<{ id: string }>;
}

/** An administrator's page: somebody fell ill, and somebody else is to be told. */
export default personPage(async function PersonTimesPage(person, { params }: Props) {
  const id = idSchema.safeParse(Number((await params).id));
  if (!id.success || !mayAdminister(person.role)) notFound();
  const times = await orNotFound(readTimesOf(person, id.data));
  const { people } = await readRouting(person);
  const name = people.find(({ user_id: userId }) => userId === id.data)!.name;
  return (
    <PageFrame
      title={`Quiet hours and deputy of ${name}`}
      text="When they are notified, and who is notified in their place while they are away. This does not change who may decide."
    >
      <BackLink href="/channels/routing">Notification rules</BackLink>
      <TimesForm times={times} userId={id.data} />
    </PageFrame>
  );
});
