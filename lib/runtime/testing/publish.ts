import type { Person } from "@/lib/core/access/principal";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import type { World } from "@/lib/gateway/testing/world";
import { publishWorkflow } from "@/lib/runtime/versions/publish-version";
import { readWorkflowVersions } from "@/lib/runtime/versions/read-workflows";
import { storeVersion } from "@/lib/runtime/versions/store-version";

/** Stores a text and puts it in force. */
export async function publish(
  { gateway, owner, admin: home }: Pick<World, "gateway" | "owner" | "admin">,
  source: string,
  admin: Person = home,
) {
  const { version } = await storeVersion(admin, { source }, gateway);
  const { workflow } = await readWorkflowVersions(admin, { id: version.id }, gateway);
  const by = await steppedUp(owner, admin, "publish_workflow", version.hash);
  const base = workflow.publication?.number ?? 0;
  await publishWorkflow(
    by,
    { id: version.id, version_id: version.version_id, note: "why", base_publication: base },
    gateway,
  );
  return version;
}
