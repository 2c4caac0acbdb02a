import { AppError } from "@/lib/core/errors";
import { getGateway } from "@/lib/gateway/context";
import { countingRefusals } from "@/lib/gateway/controls/counting-refusals";
import { readText } from "@/lib/http/json-body";
import { route } from "@/lib/http/route";
import { receiveWebhook } from "@/lib/runtime/triggers/webhooks";

export const dynamic = "force-dynamic";

/** Signed calls from outside that begin runs. By hand: the signature is of the body as it came. */
export const POST = route(async (request) => {
  const id = Number(new URL(request.url).pathname.split("/").at(-1));
  if (!Number.isSafeInteger(id) || id < 1) throw new AppError("not_found", "There is no such address.");
  const { created, runId } = await countingRefusals("triggers", getGateway(), async () =>
    receiveWebhook(id, { headers: request.headers, body: await readText(request) }),
  );
  return Response.json(
    { run_id: runId },
    { status: created ? 202 : 200, headers: { "cache-control": "no-store" } },
  );
});
