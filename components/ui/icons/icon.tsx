import type { ComponentProps } from "react";
import type { IconName } from "./icon-names";
import sprite from "./icons.svg";

/**
 * A picture beside words that say the same. Its lines come from one file for all icons, which the browser keeps: as code
 * they would have to arrive before the page answers a key.
 */
export function Icon({ name, ...rest }: { name: IconName } & ComponentProps<"svg">) {
  return (
    <svg
      aria-hidden
      width={24}
      height={24}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      <use href={`${(sprite as { src: string }).src}#${name}`} />
    </svg>
  );
}
