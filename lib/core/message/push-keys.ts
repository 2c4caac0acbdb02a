/** The keys of web push (RFC 8292) in the environment. */

/** This installation's, which it signs its requests with. New ones end every subscription. */
export interface PushKeys {
  /** Base64url: an uncompressed point on P-256, 65 bytes. */
  publicKey: string;
  /** Base64url, 32 bytes. */
  privateKey: string;
  /** The contact that a push service writes to about misuse: `mailto:` or `https:`. */
  subject: string;
}

interface PushVariables {
  WEB_PUSH_PUBLIC_KEY?: string | undefined;
  WEB_PUSH_PRIVATE_KEY?: string | undefined;
  WEB_PUSH_CONTACT?: string | undefined;
}

const VARIABLES = ["WEB_PUSH_PUBLIC_KEY", "WEB_PUSH_PRIVATE_KEY", "WEB_PUSH_CONTACT"] as const;

/** Null: web push is not set up. */
export function pushKeysFrom(env: PushVariables): PushKeys | null {
  const { WEB_PUSH_PUBLIC_KEY: publicKey, WEB_PUSH_PRIVATE_KEY: privateKey, WEB_PUSH_CONTACT: subject } = env;
  return publicKey && privateKey && subject ? { publicKey, privateKey, subject } : null;
}

const bytesOf = (text: string) => (/^[\w-]+$/.test(text) ? Buffer.from(text, "base64url").length : -1);

/** All three or none, each in its form. */
export function findPushFaults(env: PushVariables): { path: string; message: string }[] {
  if (VARIABLES.every((name) => env[name] === undefined)) return [];
  const missing = VARIABLES.filter((name) => env[name] === undefined).map((path) => ({
    path,
    message: `is needed beside the other two of ${VARIABLES.join(", ")}`,
  }));
  if (missing.length > 0) return missing;
  const faults: { path: string; message: string }[] = [];
  if (bytesOf(env.WEB_PUSH_PUBLIC_KEY!) !== 65)
    faults.push({ path: "WEB_PUSH_PUBLIC_KEY", message: "must be 65 bytes in base64url" });
  if (bytesOf(env.WEB_PUSH_PRIVATE_KEY!) !== 32)
    faults.push({ path: "WEB_PUSH_PRIVATE_KEY", message: "must be 32 bytes in base64url" });
  if (!/^(mailto:|https:\/\/)\S+$/.test(env.WEB_PUSH_CONTACT!))
    faults.push({ path: "WEB_PUSH_CONTACT", message: "must begin with mailto: or https://" });
  return faults;
}
