import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonShape, buttonSizes, buttonTones } from "./button";
import { cn } from "./cn";

/** A link is never disabled, so that it has its hover by itself. */
const hovers = { plain: "hover:bg-sunken", solid: "hover:opacity-90" };

interface ButtonLinkProps extends ComponentProps<typeof Link> {
  tone?: keyof typeof hovers | undefined;
}

/** A link to a form of its own; it looks like the buttons beside it. */
export function ButtonLink({ tone = "plain", className, ...rest }: ButtonLinkProps) {
  const look = cn(buttonShape, buttonTones[tone], hovers[tone], buttonSizes.normal, className);
  return <Link className={look} {...rest} />;
}
