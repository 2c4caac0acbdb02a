/** As Next hands them to a page. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Reads one parameter of an address. One that stands there twice means nothing. */
export async function readSearchParams(searchParams: SearchParams): Promise<(name: string) => string | null> {
  const params = await searchParams;
  return (name) => {
    const value = params[name];
    return typeof value === "string" ? value : null;
  };
}
