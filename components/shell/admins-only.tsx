import { EmptyState } from "@/components/ui/states";
import { PageFrame } from "@/components/ui/page";

/** For somebody who came here by address: what this would be, and who may see it. */
export function AdminsOnly({ title, text }: { title: string; text: string }) {
  return (
    <PageFrame title={title} text={text}>
      <EmptyState
        title="This page needs the admin role"
        text="Ask one of your administrators, if something here should change."
      />
    </PageFrame>
  );
}
