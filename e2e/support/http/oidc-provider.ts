import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

/** The provider's words about the person behind a login. */
export interface ProviderAccount {
  email: string;
  email_verified: boolean;
}

export const client = { id: "countersign", secret: "not-a-secret-of-anybody" } as const;

/** A real OpenID provider on loopback, whose built-in pages take any login and ask for consent. */
export async function startProvider(
  accounts: Map<string, ProviderAccount>,
  redirectUri: string,
): Promise<{ issuer: string; stop: () => Promise<void> }> {
  // The issuer holds the port, so a server takes one before the provider is made.
  const { createServer } = await import("node:http");
  let handle: ReturnType<Provider["callback"]> | null = null;
  const server: Server = createServer((request, response) => void handle?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    cookies: { keys: ["a key for tests alone"] },
    findAccount: (_context, login) => {
      const account = accounts.get(login);
      return account ? { accountId: login, claims: async () => ({ sub: login, ...account }) } : undefined;
    },
  });
  handle = provider.callback();
  return {
    issuer,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
