export interface SecurityHeaderOptions {
  nonce: string;
  /** The development server evaluates code and uses a websocket. */
  isDevelopment: boolean;
  isHttps: boolean;
}

const TWO_YEARS_SECONDS = 63_072_000;

/** Scripts need the nonce. Frames, form targets and resources from other origins are blocked. */
export function contentSecurityPolicy({ nonce, isDevelopment }: SecurityHeaderOptions): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Libraries set style attributes for positions and charts. A style cannot approve anything.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
}

/** Headers of every response that the app itself sends. */
export const securityHeaders = (options: SecurityHeaderOptions): Record<string, string> =>
  headersWith(contentSecurityPolicy(options), options.isHttps);

/** The same of an answer that no page is made of. */
export const dataHeaders = (isHttps: boolean): Record<string, string> =>
  headersWith("default-src 'none'; frame-ancestors 'none'", isHttps);

function headersWith(policy: string, isHttps: boolean): Record<string, string> {
  return {
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    ...(isHttps ? { "Strict-Transport-Security": `max-age=${TWO_YEARS_SECONDS}; includeSubDomains` } : {}),
  };
}
