/** Null: it is no form as its content type says. `Response` reads forms as browsers send them. */
export async function formOf(body: Buffer, contentType: string | null): Promise<FormData | null> {
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType ?? "")) return null;
  try {
    return await new Response(new Uint8Array(body), { headers: { "content-type": contentType! } }).formData();
  } catch {
    return null;
  }
}

/** Null: it is not there, comes twice, or is a file. */
export function textIn(form: FormData, name: string): string | null {
  const [value, ...more] = form.getAll(name);
  return typeof value === "string" && more.length === 0 ? value : null;
}

/** The names of all files in the form. */
export const fileNamesIn = (form: FormData): string[] =>
  [...form.values()].flatMap((value) => (typeof value === "string" ? [] : [value.name]));
