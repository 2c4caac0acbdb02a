"use client";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const buttonShape =
  "inline-flex items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap select-none transition-colors disabled:opacity-55 aria-disabled:opacity-55";

export const buttonTones = {
  plain: "border-line-strong bg-panel text-ink enabled:hover:bg-sunken",
  solid: "border-solid bg-solid text-on-solid enabled:hover:opacity-90",
  danger: "border-bad-solid bg-bad-solid text-white enabled:hover:opacity-90",
  quiet: "border-transparent bg-transparent text-ink-2 enabled:hover:bg-sunken enabled:hover:text-ink",
  inverse: "border-solid-line bg-transparent text-on-solid enabled:hover:bg-on-solid/10",
};

export const buttonSizes = {
  small: "min-h-8 px-2.5 text-xs max-md:min-h-11 max-md:px-3.5 pointer-coarse:min-h-11",
  normal: "min-h-[38px] px-3.5 text-sm max-md:min-h-11 pointer-coarse:min-h-11",
  icon: "size-8 max-md:size-11 pointer-coarse:size-11",
};

export interface ButtonProps extends ComponentProps<"button"> {
  tone?: keyof typeof buttonTones | undefined;
  size?: keyof typeof buttonSizes | undefined;
  /** It only opens something, so it also answers to a press from before the page's code ran (watchHand). */
  opens?: boolean | undefined;
}

export function Button({
  tone = "plain",
  size = "normal",
  className,
  type = "button",
  opens = false,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cn(buttonShape, buttonTones[tone], buttonSizes[size], className)}
      data-opens={opens || undefined}
      {...rest}
    />
  );
}
