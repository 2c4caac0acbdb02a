import getPort, { portNumbers } from "get-port";

const first = 20_000;
const last = 32_000;

/**
 * A free port for a part that starts later. It lies below the ports that systems give to outgoing connections, and the
 * search begins at random: otherwise another connection, or another installation that starts meanwhile, takes it.
 */
export async function freePort(): Promise<number> {
  const from = first + Math.floor(Math.random() * (last - first - 100));
  return getPort({ port: portNumbers(from, last) });
}
