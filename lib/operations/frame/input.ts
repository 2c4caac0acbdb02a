import { z } from "zod";
import { checkInput, readJsonBody } from "@/lib/http/json-body";
import type { Operation } from "./operation";

type Fields = Record<string, unknown>;

/**
 * The input of an operation out of a request: query, address, body, then headers, each named as the address names it.
 * @throws AppError 400, 413, 415, 422 as `readJsonBody`, `checkInput` and the fields say.
 */
export async function inputOfRequest(
  { query, address = {}, body, headers = {} }: Operation,
  request: Request,
  inPath: Readonly<Record<string, string>>,
): Promise<Fields> {
  const search = new URL(request.url).searchParams;
  const inQuery = query ? (checkInput(query, Object.fromEntries(search)) as Fields) : {};
  const inAddress = mapFields(address, (field, name) => field.read(inPath[name] ?? search.get(name), name));
  const inBody = body ? ((await readJsonBody(request, body)) as Fields) : {};
  const inHeaders = mapFields(headers, (header) => {
    const text = request.headers.get(header.name);
    return text === null ? undefined : header.read(text);
  });
  return { ...inQuery, ...inAddress, ...inBody, ...inHeaders };
}

/** The same out of one flat object, as a page sends it. @throws AppError 422, naming each field. */
export function inputOfPage({ address = {}, body, headers = {} }: Operation, input: unknown): Fields {
  const apart = z.object({
    ...mapFields(address, (field) => field.schema),
    ...mapFields(headers, (header) => header.schema.optional()),
  });
  const named = checkInput(apart, input);
  const rest = Object.fromEntries(
    Object.entries(input as Fields).filter(([name]) => !Object.hasOwn(apart.shape, name)),
  );
  return { ...(checkInput(body ?? z.strictObject({}), rest) as Fields), ...named };
}

function mapFields<Field, Value>(
  fields: Readonly<Record<string, Field>>,
  valueOf: (field: Field, name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field, name)]));
}
