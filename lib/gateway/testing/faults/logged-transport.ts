import { type HttpTransport, createHttpTransport } from "@/lib/destinations/netsuite/http-transport";

/** The real transport; logs one header of every request that goes to NetSuite. */
export function loggingTransport(header: string): {
  transport: HttpTransport;
  values: (string | undefined)[];
} {
  const plain = createHttpTransport(4);
  const values: (string | undefined)[] = [];
  const post: HttpTransport["post"] = (request) => {
    values.push(request.headers[header]);
    return plain.post(request);
  };
  return { transport: { post, close: () => plain.close() }, values };
}
