import type { z } from "zod";
import { AppError, type FieldIssue } from "@/lib/core/errors";
import { findMisread, findUnsupportedCharacters } from "@/lib/core/values/text-safety";
import { fieldWords } from "@/lib/core/values/field-words";

/** The largest body of an operation, in bytes of UTF-8. */
export const BODY_BYTES_MAX = 256 * 1024;

/** Server actions and deliveries of providers have limits of their own, up to this. Inngest's calls may have more. */
export const ANY_BODY_BYTES_MAX = 1024 * 1024;

/**
 * Reads, bounds and checks a request's JSON body, in the order in which things can go wrong.
 * @throws AppError unsupported_media_type 415, payload_too_large 413, malformed_json 400, repeated_name / number_too_long /
 *   unsupported_character / validation_failed 422, each naming the field.
 */
export async function readJsonBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new AppError("unsupported_media_type", "Send JSON with `Content-Type: application/json`.");
  }
  const text = await readText(request);
  // Parsed before it is searched: the search is linear on valid JSON alone.
  const value = parseJson(text);
  const misread = misreadIn(text, value);
  if (misread) throw misread;
  return checkInput(schema, value);
}

const issuesMax = 10;
const pathLengthMax = 200;

/**
 * The refusal of a valid JSON text that cannot be stored, or that its reader would pass on as something else; null: it reads as it is
 * written. `value` is the whole text as it was read, `part` the part of it whose numbers count, at the same place.
 */
export function misreadIn(text: string, value: unknown, part: unknown = value): AppError | null {
  // Depth is bounded before the search: every name that is there twice costs it as many steps as lie above that name.
  const unsupported = unsupportedIn(value);
  if (unsupported) return unsupported;
  const { longNumbers, repeatedNames } = findMisread(text);
  if (repeatedNames.length > 0) {
    const issues = repeatedNames.slice(0, issuesMax).map((path) => ({
      path: path.slice(0, pathLengthMax).toWellFormed(),
      message: "is there more than once; send one value",
    }));
    return new AppError("repeated_name", "A field is there more than once; see errors.", { issues });
  }
  const numbers = numbersIn(part);
  const counted = longNumbers.filter((literal) => numbers.has(Number(literal)));
  if (counted.length === 0) return null;
  const issues = counted.slice(0, issuesMax).map((literal) => ({
    path: pathOfNumber(part, literal),
    message: `${literal.slice(0, 40)} must be sent as text: "${literal.slice(0, 40)}"`,
  }));
  const words = "A number has more than 15 digits; send it as decimal text, in quotes.";
  return new AppError("number_too_long", words, { issues });
}

/** For bodies, queries and what pages send. @throws AppError unsupported_character, validation_failed 422 naming each field. */
export function checkInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const unsupported = unsupportedIn(value);
  if (unsupported) throw unsupported;
  const parsed = schema.safeParse(value, { error: fieldWords });
  if (parsed.success) return parsed.data;
  throw new AppError("validation_failed", "The request is not valid; see errors.", {
    issues: issuesOf(parsed.error),
  });
}

function unsupportedIn(value: unknown): AppError | null {
  const issues = findUnsupportedCharacters(value).slice(0, 20);
  if (issues.length === 0) return null;
  const words = "Some text holds characters that cannot be stored; see errors.";
  return new AppError("unsupported_character", words, { issues });
}

function issuesOf(error: z.ZodError): FieldIssue[] {
  return error.issues
    .flatMap((issue): FieldIssue[] =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => ({ path: pathText([...issue.path, key]), message: "is not a known field" }))
        : [{ path: pathText(issue.path), message: issue.message }],
    )
    .slice(0, 50);
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${String(part)}`,
    "",
  );
}

/** A request, as far as its body is read from it: one of the web's, or one of the server's own. */
export interface RequestBody {
  headers: Pick<Headers, "get">;
  body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null;
}

/** @throws AppError payload_too_large 413, as soon as that is known; malformed_json 400. */
export async function readText(request: RequestBody, bytesMax = BODY_BYTES_MAX): Promise<string> {
  const bytes = await readBytes(request, bytesMax);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("malformed_json", "The body is not valid UTF-8.");
  }
}

/** @throws AppError payload_too_large 413, as soon as that is known. */
export async function readBytes(request: RequestBody, bytesMax: number): Promise<Buffer> {
  const tooLarge = new AppError("payload_too_large", `The body may have at most ${bytesMax} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws AppError malformed_json 400. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const where = error instanceof SyntaxError ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    throw new AppError(
      "malformed_json",
      `The body is not valid JSON${where ? ` (at character ${where})` : ""}.`,
    );
  }
}

function numbersIn(value: unknown, found = new Set<number>()): Set<number> {
  if (typeof value === "number") found.add(value);
  else if (value !== null && typeof value === "object")
    for (const entry of Object.values(value)) numbersIn(entry, found);
  return found;
}

/** Where the rounded value stands, for the caller's sake; empty when it cannot be told. */
function pathOfNumber(value: unknown, literal: string, path = ""): string {
  if (typeof value === "number") return value === Number(literal) ? path : "";
  if (value === null || typeof value !== "object") return "";
  const isList = Array.isArray(value);
  for (const [key, entry] of Object.entries(value)) {
    const here = isList ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    const inner = pathOfNumber(entry, literal, here);
    if (inner !== "") return inner;
  }
  return "";
}
