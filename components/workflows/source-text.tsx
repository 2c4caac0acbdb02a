import { SourceLine } from "./source-line";

/** A workflow's text with the numbers of its lines, which are not part of what is copied. Long lines wrap. */
export function SourceText({ label, text }: { label: string; text: string }) {
  const lines = text.replace(/\n$/, "").split("\n");
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
      tabIndex={0}
      aria-label={label}
      className="max-h-[36rem] overflow-y-auto rounded-[10px] border bg-panel py-2 font-mono text-xs leading-5 -outline-offset-2"
    >
      <ol>
        {lines.map((line, index) => (
          <li
            key={index}
            className="grid grid-cols-[3.25rem_minmax(0,1fr)] hover:bg-sunken/50 max-md:grid-cols-[2.5rem_minmax(0,1fr)]"
          >
            <span aria-hidden className="pr-3 text-right text-ink-3 select-none">
              {index + 1}
            </span>
            <span className="pr-3">
              <SourceLine text={line} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
