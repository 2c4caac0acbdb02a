import { suiteError } from "./error";

/** N/format, as far as dates with a time go: the account spells them `11/20/2026 1:05 pm`, in UTC. */
export function createFormatModule() {
  return {
    Type: { DATETIME: "datetime" },
    parse({ value, type }: { value: string; type: string }): Date {
      const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2}) (am|pm)$/i.exec(value);
      if (type !== "datetime" || !parts) throw suiteError("INVALID_FLD_VALUE", `No date and time: ${value}`);
      const [month, day, year, hour, minute] = parts.slice(1, 6).map(Number) as [
        number,
        number,
        number,
        number,
        number,
      ];
      const hours = (hour % 12) + (parts[6]?.toLowerCase() === "pm" ? 12 : 0);
      return new Date(Date.UTC(year, month - 1, day, hours, minute));
    },
  };
}
