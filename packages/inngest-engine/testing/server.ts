import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

export type TestServer = Awaited<ReturnType<typeof startServer>>;

/** A server on 127.0.0.1 that a test takes down and brings up again at the same address. */
export async function startServer(listener: http.RequestListener) {
  let server: http.Server;
  const listen = async (port: number): Promise<number> => {
    server = http.createServer(listener);
    // Nothing closes an idle connection just as the engine takes it for the next call.
    server.keepAliveTimeout = 0;
    await once(server.listen(port, "127.0.0.1"), "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Stops listening and cuts open connections, as a killed process would. */
    down: async (): Promise<void> => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
    up: async (): Promise<void> => void (await listen(port)),
  };
}
