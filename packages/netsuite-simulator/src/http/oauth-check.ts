import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Verifies OAuth 1.0a by hand from RFC 5849, on purpose without the library that signs: two mistakes would have to
 * agree to pass.
 */

export interface SimulatorCredentials {
  account: string;
  consumerKey: string;
  consumerSecret: string;
  tokenId: string;
  tokenSecret: string;
}

export type OAuthRefusal =
  | "missing_header"
  | "missing_parameter"
  | "realm_rejected"
  | "consumer_key_rejected"
  | "token_rejected"
  | "signature_method_rejected"
  | "version_rejected"
  | "timestamp_refused"
  | "nonce_rejected"
  | "nonce_used"
  | "signature_invalid";

export interface OAuthCheck {
  /** Null: accepted, and the nonce is spent. `path` is the request target as it came, query included. */
  verify(request: {
    method: string;
    host: string;
    path: string;
    authorization: string | undefined;
  }): OAuthRefusal | null;
}

const CLOCK_SKEW_MS_MAX = 5 * 60_000;
const NONCE_LENGTH_MIN = 6;
const REQUIRED = ["consumer_key", "token", "nonce", "timestamp", "signature_method", "signature"];

export function createOAuthCheck(credentials: SimulatorCredentials, now: () => Date): OAuthCheck {
  const spent = new Map<string, number>();
  const realm = credentials.account.toUpperCase().replaceAll("-", "_");

  const spend = (nonce: string, seconds: number): boolean => {
    const oldest = now().getTime() - 2 * CLOCK_SKEW_MS_MAX;
    for (const [key, at] of spent) {
      if (at >= oldest) break;
      spent.delete(key);
    }
    const key = `${seconds}:${nonce}`;
    if (spent.has(key)) return false;
    spent.set(key, now().getTime());
    return true;
  };

  return {
    verify({ method, host, path, authorization }) {
      const header = parseHeader(authorization);
      if (!header) return "missing_header";
      const value = (name: string) => header.get(`oauth_${name}`) ?? "";
      if (REQUIRED.some((name) => value(name) === "")) return "missing_parameter";
      if (header.get("realm") !== realm) return "realm_rejected";
      if (value("consumer_key") !== credentials.consumerKey) return "consumer_key_rejected";
      if (value("token") !== credentials.tokenId) return "token_rejected";
      if (value("signature_method") !== "HMAC-SHA256") return "signature_method_rejected";
      if (header.has("oauth_version") && value("version") !== "1.0") return "version_rejected";
      if (!/^\d+$/.test(value("timestamp"))) return "timestamp_refused";
      const seconds = Number(value("timestamp"));
      if (Math.abs(now().getTime() - seconds * 1000) > CLOCK_SKEW_MS_MAX) return "timestamp_refused";
      if (value("nonce").length < NONCE_LENGTH_MIN) return "nonce_rejected";
      const expected = sign(baseString(method, host, path, header), credentials);
      if (!sameText(expected, value("signature"))) return "signature_invalid";
      return spend(value("nonce"), seconds) ? null : "nonce_used";
    },
  };
}

function parseHeader(authorization: string | undefined): Map<string, string> | null {
  if (!authorization?.startsWith("OAuth ")) return null;
  const pairs = authorization
    .slice("OAuth ".length)
    .split(",")
    .map((part) => /^\s*([A-Za-z_]+)="([^"]*)"\s*$/.exec(part));
  if (pairs.some((pair) => pair === null)) return null;
  try {
    return new Map(pairs.map((pair) => [pair?.[1] ?? "", decodeURIComponent(pair?.[2] ?? "")]));
  } catch {
    return null;
  }
}

function baseString(method: string, host: string, path: string, header: Map<string, string>): string {
  const [pathname = "", query = ""] = path.split("?");
  const fromQuery = [...new URLSearchParams(query)];
  const fromHeader = [...header].filter(([name]) => name.startsWith("oauth_") && name !== "oauth_signature");
  const parameters = [...fromQuery, ...fromHeader]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  return [method.toUpperCase(), encode(`http://${host.toLowerCase()}${pathname}`), encode(parameters)].join(
    "&",
  );
}

function sign(text: string, { consumerSecret, tokenSecret }: SimulatorCredentials): string {
  return createHmac("sha256", `${encode(consumerSecret)}&${encode(tokenSecret)}`)
    .update(text)
    .digest("base64");
}

/** RFC 3986: also ! ' ( ) and * are encoded. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sameText(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
