/** The rules for the part of a request that a caller writes: method, headers, body. Pure. */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type RequestRule =
  | "method"
  | "headers_too_many"
  | "header_name"
  | "header_value"
  | "header_reserved"
  | "header_twice"
  | "body_too_long";

export interface CallerRequest {
  method: Method;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array | null;
  /** The encoding of a body encrypted by RFC 8188, as web push needs. Sent as `content-encoding`. */
  encoding?: "aes128gcm";
  /** Sent as `idempotency-key`. */
  idempotencyKey?: string;
}

/** Header names are in lower case, and nothing but them and the body goes out besides the sender's own headers. */
export type RequestCheck =
  { ok: true; headers: Record<string, string>; body: Buffer } | { ok: false; rule: RequestRule };

const LIMITS = { headersMax: 32, nameLengthMax: 100, valueLengthMax: 8_192, bodyBytesMax: 1_000_000 };
const METHODS: ReadonlySet<string> = new Set<Method>(["GET", "POST", "PUT", "PATCH", "DELETE"]);
const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
/** Without line ends and other control characters, which would begin a header or a request of their own. */
const PRINTABLE = /^[\t\x20-\x7e]*$/;

/** Headers that steer the connection or say who asks and from where. The sender alone sets them, or nobody does. */
const RESERVED: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "expect",
  "forwarded",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
  "x-real-ip",
]);
const RESERVED_FAMILIES = ["proxy-", "sec-", "x-forwarded-", "x-http-method"];

export function checkRequest(request: CallerRequest): RequestCheck {
  const { method, headers = {}, body, idempotencyKey, encoding } = request;
  if (!METHODS.has(method)) return { ok: false, rule: "method" };
  const entries = Object.entries(headers);
  if (idempotencyKey !== undefined) entries.push(["idempotency-key", idempotencyKey]);
  if (entries.length > LIMITS.headersMax) return { ok: false, rule: "headers_too_many" };
  const checked = new Map<string, string>();
  for (const [name, value] of entries.map(([given, text]) => [given.toLowerCase(), text] as const)) {
    const rule = checked.has(name) ? "header_twice" : ruleOfHeader(name, value);
    if (rule) return { ok: false, rule };
    checked.set(name, value);
  }
  const bytes = Buffer.from(body ?? "");
  if (bytes.length > LIMITS.bodyBytesMax) return { ok: false, rule: "body_too_long" };
  if (encoding !== undefined) checked.set("content-encoding", encoding);
  return { ok: true, headers: Object.fromEntries(checked), body: bytes };
}

function ruleOfHeader(name: string, value: string): RequestRule | null {
  if (name.length > LIMITS.nameLengthMax || !TOKEN.test(name)) return "header_name";
  if (RESERVED.has(name) || RESERVED_FAMILIES.some((family) => name.startsWith(family)))
    return "header_reserved";
  return value.length > LIMITS.valueLengthMax || !PRINTABLE.test(value) ? "header_value" : null;
}
