import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

const LOOK = "grid divide-y overflow-hidden rounded-[10px] border bg-panel";

/** Rows in one panel, divided by lines. */
export const RowList = ({ className, ...props }: ComponentProps<"ul">) => (
  <ul className={cn(LOOK, className)} {...props} />
);

/** The same for rows whose order carries meaning, such as the steps of a run. */
export const OrderedRowList = ({ className, ...props }: ComponentProps<"ol">) => (
  <ol className={cn(LOOK, className)} {...props} />
);
