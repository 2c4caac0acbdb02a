import { type HttpTransport, createHttpTransport } from "@/lib/destinations/netsuite/http-transport";

/** The real transport; notes one header of every request that goes to NetSuite. */
export function notingTransport(header: string): { transport: HttpTransport; noted: (string | undefined)[] } {
  const plain = createHttpTransport(4);
  const noted: (string | undefined)[] = [];
  const post: HttpTransport["post"] = (request) => {
    noted.push(request.headers[header]);
    return plain.post(request);
  };
  return { transport: { post, close: () => plain.close() }, noted };
}
