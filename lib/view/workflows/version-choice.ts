/** Which version the page of a workflow shows, and which two it compares, as its address says it. */
export interface VersionChoice {
  version: number | null;
  from: number | null;
  to: number | null;
}

/** Anything else in an address means nothing. */
export function parseVersionChoice(param: (name: string) => string | null): VersionChoice {
  const number = (name: string) => {
    const text = param(name) ?? "";
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  };
  const [from, to] = [number("from"), number("to")];
  const isPair = from !== null && to !== null && from !== to;
  return { version: number("version"), from: isPair ? from : null, to: isPair ? to : null };
}

export const workflowHref = (id: number): string => `/workflows/${id}`;

export function versionHref(id: number, { version, from, to }: VersionChoice): string {
  const search = new URLSearchParams({
    ...(version === null ? {} : { version: String(version) }),
    ...(from === null || to === null ? {} : { from: String(from), to: String(to) }),
  });
  return search.size > 0 ? `${workflowHref(id)}?${search.toString()}` : workflowHref(id);
}
