import { hashSigningKey } from "../src/app/signature";
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
      ...(key === null ? {} : { authorization: `Bearer ${hashSigningKey(key)}` }),
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
