import { createHash } from "node:crypto";
import { keys } from "./app";

export interface RequestOptions {
  body?: unknown;
  /** Goes as Bearer, hashed as the SDK does it; null sends none. */
  key?: string | null;
  headers?: Record<string, string>;
}

export interface Reply {
  status: number;
  body: Record<string, unknown>;
}

/** The answer as JSON, or its text where it is none. */
export async function requestServer(
  url: string,
  method: string,
  { body, key = keys.signing, headers = {} }: RequestOptions,
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      "content-type": "application/json",
      ...(key === null ? {} : { authorization: `Bearer ${hashKey(key)}` }),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) as Record<string, unknown> };
  } catch {
    return { status: response.status, body: { text } };
  }
}

/** The SDK never sends the signing key itself: what follows its prefix goes as a SHA-256. */
function hashKey(key: string): string {
  const prefix = /^signkey-\w+-/.exec(key)?.[0] ?? "";
  return `${prefix}${createHash("sha256")
    .update(Buffer.from(key.slice(prefix.length), "hex"))
    .digest("hex")}`;
}
