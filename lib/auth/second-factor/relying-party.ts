import { isIP } from "node:net";
import { getEnv } from "@/lib/env";

/** This installation as it asks for passkeys: its address, to which browsers bind each one. */
export interface RelyingParty {
  /** A host name. */
  id: string;
  origin: string;
}

/** Null: NEXTAUTH_URL is missing, an IP address, or neither https nor localhost. Browsers make no passkey for those. */
export function relyingParty(address = getEnv().NEXTAUTH_URL): RelyingParty | null {
  if (!address || !URL.canParse(address)) return null;
  const { hostname, origin, protocol } = new URL(address);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || (protocol !== "https:" && !isLocal)) return null;
  return { id: hostname, origin };
}
