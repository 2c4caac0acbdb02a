import type { Api, ApiRequest } from "../http/request";
import { answer } from "../http/routes";

export type Fetch = typeof globalThis.fetch;

/**
 * A fetch that reaches the engine and nothing else: it opens no socket, and refuses every other address, so that a
 * test cannot leave the process unnoticed.
 */
export function createVirtualFetch(options: { url: string; api: Api; begin: () => () => void }): Fetch {
  const { origin } = new URL(options.url);
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (url.origin !== origin) throw new TypeError(`${url.origin} is not the virtual engine (${origin})`);
    const end = options.begin();
    try {
      const { status, body } = await answer(options.api, toApiRequest(request, url));
      return Response.json(body, { status });
    } finally {
      end();
    }
  };
}

function toApiRequest(request: Request, url: URL): ApiRequest {
  return {
    method: request.method,
    path: url.pathname.split("/").filter(Boolean).map(decodeURIComponent),
    query: url.searchParams,
    header: (name) => request.headers.get(name) ?? undefined,
    body: async (bytesMax) => {
      const text = await request.text();
      return Buffer.byteLength(text) > bytesMax ? null : text;
    },
  };
}
