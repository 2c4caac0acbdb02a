import { type Socket, connect, createServer } from "node:net";

const first = "127.0.0.1";
const second = "::1";

/**
 * Answers on ::1 as well, by handing every connection on to 127.0.0.1: browsers take `localhost` for either. Returns null on a
 * machine without IPv6, where `localhost` is 127.0.0.1. @throws Error if another program has the port there.
 */
export async function answerOnSecondLoopback(port: number): Promise<{ stop(): Promise<void> } | null> {
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  };
  // Half-open, so that a side that has sent all still gets the rest of the answer.
  const server = createServer({ allowHalfOpen: true }, (incoming) => {
    const outgoing = connect({ port, host: first, allowHalfOpen: true });
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      keep(from);
      from.setNoDelay(true);
      from.pipe(to);
      from.once("error", () => to.destroy());
    }
  });
  const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once("error", resolve);
    server.listen({ port, host: second, ipv6Only: true }, () => resolve(null));
  });
  if (failure?.code === "EADDRNOTAVAIL" || failure?.code === "EAFNOSUPPORT") return null;
  if (failure)
    throw new Error(
      `Port ${port} is free on ${first} and taken on ${second} (${failure.code}); choose another.`,
    );
  return {
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
