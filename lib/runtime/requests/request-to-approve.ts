import type { Approved } from "@/lib/runtime/questions/approval";
import type { ToolCall } from "@/lib/runtime/tools/tool";
import type { HttpInput } from "./http-input";

/** A request as people approve it: whole, with a placeholder in the place of each secret. Null: it cannot be shown so. */
export function requestToApprove(
  call: Pick<ToolCall, "shown">,
  { method, url, headers, body }: HttpInput,
): Approved | null {
  const shown = call.shown();
  if (shown === null) return null;
  const shownHeaders = headers === undefined ? {} : (shown.headers as Record<string, string>);
  return {
    title: "May this request be sent?",
    parts: [
      [method, url],
      ...Object.entries(shownHeaders).map(([name, value]) => [`Header ${name}`, value] as const),
      ...(body === undefined ? [] : [["Body", JSON.stringify(body, null, 2)] as const]),
    ],
  };
}
