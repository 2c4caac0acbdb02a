import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonShape, buttonSizes, buttonTones } from "./button";
import { cn } from "./cn";

interface ButtonLinkProps extends ComponentProps<typeof Link> {
  tone?: keyof typeof buttonTones | undefined;
}

/** A link to a form of its own; it looks like the buttons beside it. */
export function ButtonLink({ tone = "plain", className, ...rest }: ButtonLinkProps) {
  return <Link className={cn(buttonShape, buttonTones[tone], buttonSizes.normal, className)} {...rest} />;
}
