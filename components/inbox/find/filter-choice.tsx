export const FILTER_FIELD =
  "min-h-8 min-w-0 rounded-lg border border-line-strong bg-panel px-2 text-xs max-md:min-h-11 max-md:text-sm";

interface FilterChoiceProps {
  label: string;
  /** The choice of none. */
  any: string;
  value: string | null;
  choices: Iterable<readonly [code: string, name: string]>;
  onChoose: (code: string | null) => void;
}

/** One of several values, or any. */
export function FilterChoice({ label, any, value, choices, onChoose }: FilterChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value ?? ""}
      onChange={(event) => onChoose(event.target.value || null)}
      className={`${FILTER_FIELD} truncate pr-5`}
    >
      <option value="">{any}</option>
      {[...choices].map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
