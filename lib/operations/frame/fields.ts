import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import { AppError } from "@/lib/core/errors";

/** One thing that an address names: how a request's text is read, and how a page sends it. */
export interface AddressField<T> {
  schema: z.ZodType<T>;
  /** @throws AppError malformed_request 400, naming the field. */
  read: (text: string | null, name: string) => T;
}

/** One header that an operation reads. A page sends it as a field of its input. */
export interface HeaderField<T> {
  name: string;
  description: string;
  schema: z.ZodType<T>;
  /** @throws AppError malformed_request 400, naming the header. */
  read: (text: string) => T;
}

/** The proof of a fresh second factor, for one step. */
export const stepUpHeader: HeaderField<string> = {
  name: "X-Step-Up",
  description: "Needed with a session; from /api/step-up.",
  schema: z.string().max(500),
  read: (token) => token,
};

/** `{id}` in a path, as the id of a row. */
export const byId = { id: rowId() };

/** Ids are whole numbers above zero, in decimal digits alone. */
export function rowId(): AddressField<number> {
  return {
    schema: idSchema,
    read: (text, name) => {
      const id = text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN;
      if (Number.isSafeInteger(id)) return id;
      throw malformed(name, "must be a whole number above zero", "must be an id: a whole number above zero");
    },
  };
}

/** An id that is text of a form of its own. `must` says which, for people. */
export function textId(pattern: RegExp, schema: z.ZodType<string>, must: string): AddressField<string> {
  return {
    schema,
    read: (text, name) => {
      if (text !== null && pattern.test(text)) return text;
      throw malformed(name, must, must);
    },
  };
}

function malformed(name: string, message: string, sentence: string): AppError {
  return new AppError("malformed_request", `${name} ${sentence}.`, { issues: [{ path: name, message }] });
}
