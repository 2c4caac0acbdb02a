import { type Policy, policyToJson } from "@cedar-policy/cedar-wasm/nodejs";
import type { FieldIssue } from "@/lib/core/errors";

type Node = { [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** A name or an address in brackets, and digits or a pattern of such. */
const WITH_PORT = /^([^:[\]]*|\[[^\]]*\]):[\d*]+$/;

/** A `resource.host` that is compared with a host and a port: it would fit nothing, and say nothing of that. */
export function hostFindings(statements: Record<string, Policy>): FieldIssue[] {
  return Object.entries(statements).flatMap(([path, policy]) => {
    const json = policyToJson(policy);
    return json.type === "success" ? findingsIn(path, json.json.conditions) : [];
  });
}

function findingsIn(path: string, value: unknown): FieldIssue[] {
  if (!isNode(value)) return [];
  const text = Object.values(value).some(isHost) && textsIn(value).find((one) => WITH_PORT.test(one));
  if (text) {
    const message = `resource.host holds no port, and "${text}" names one: compare resource.port with it.`;
    return [{ path, message }];
  }
  return Object.values(value).flatMap((part) => findingsIn(path, part));
}

/** In Cedar's JSON. */
const isHost = (value: unknown): boolean => isNode(value) && isNode(value["."]) && value["."].attr === "host";

/** All text of a comparison: a value, the values of a list, a pattern with * for what it leaves open. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (!isNode(value)) return [];
  if (Array.isArray(value.pattern))
    return [value.pattern.map((part: unknown) => (isNode(part) ? String(part.Literal) : "*")).join("")];
  return Object.values(value).flatMap(textsIn);
}
