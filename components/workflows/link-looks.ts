/** Links that lead to a form of their own look like the buttons beside them. */
const shape =
  "inline-flex min-h-[38px] items-center gap-2 rounded-lg border px-3.5 text-sm font-medium whitespace-nowrap max-md:min-h-11 pointer-coarse:min-h-11";
export const SOLID_LINK = `${shape} border-solid bg-solid text-on-solid hover:opacity-90`;
export const PLAIN_LINK = `${shape} border-line-strong bg-panel text-ink hover:bg-sunken`;
