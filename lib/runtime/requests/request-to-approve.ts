import type { Approved } from "@/lib/runtime/questions/approval";
import type { ToolCall } from "@/lib/runtime/tools/tool";
import type { HttpInput } from "./http-input";

/** A request as people approve it: whole, but for secrets. */
export function requestToApprove(
  { definition }: Pick<ToolCall, "definition">,
  { method, url, headers = {}, body }: HttpInput,
): Approved {
  const holdsSecret = (name: string): boolean => {
    const text = definition.with?.headers;
    const own = typeof text === "object" && text !== null ? (text as Record<string, unknown>)[name] : text;
    return JSON.stringify(own ?? "secrets").includes("secrets");
  };
  const headerParts = Object.entries(headers).map(
    ([name, value]) => [`Header ${name}`, holdsSecret(name) ? "(holds a secret)" : value] as const,
  );
  return {
    title: `May this request be sent?`,
    parts: [
      [method, url],
      ...headerParts,
      ...(body === undefined ? [] : [["Body", JSON.stringify(body, null, 2)] as const]),
    ],
  };
}
