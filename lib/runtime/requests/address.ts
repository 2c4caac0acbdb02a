import { ruleOfSpelling } from "@/lib/outbound";

export type ReadAddress = { url: URL } | { refusal: string };

const PATH = /^https?:\/\/[^/?#]+([^?#]*)/i;
const ESCAPE = /%[0-9a-f]{2}/gi;
/** The characters that RFC 3986 never requires to be escaped: escaped or not, the path is the same. */
const UNRESERVED = /[a-z0-9._~-]/i;
const ESCAPED_SLASH = /%(2F|5C)/;
/** Some servers leave out what follows a semicolon. */
const DOTS = /^\.\.?(;|$)/;

/**
 * An address in the one spelling in which people see it, the policy is asked about it, and it is sent. Servers disagree about what some
 * paths mean, so that no rule by path would hold for them: those are refused.
 */
export function readAddress(text: string): ReadAddress {
  const rule = ruleOfSpelling(text);
  if (rule) return { refusal: `This request is not allowed: ${rule.replaceAll("_", " ")}.` };
  if (!URL.canParse(text)) return { refusal: "This is no address." };
  const path = plainPath(PATH.exec(text)![1]!);
  if (ESCAPED_SLASH.test(path))
    return { refusal: "The path of an address has no escaped slashes or backslashes." };
  const segments = path.split("/").slice(1);
  if (segments.slice(0, -1).includes("")) return { refusal: "The path of an address has no `//`." };
  if (segments.some((segment) => DOTS.test(segment)))
    return { refusal: "No part of an address's path is `.` or `..`, escaped or not." };
  const url = new URL(text);
  url.pathname = path;
  return { url };
}

const plainPath = (path: string): string =>
  path.replace(ESCAPE, (escape) => {
    const character = String.fromCharCode(parseInt(escape.slice(1), 16));
    return UNRESERVED.test(character) ? character : escape.toUpperCase();
  });
