import dynamic from "next/dynamic";
import type { ComponentType } from "react";

/** A component whose code comes when it is first shown, such as a dialog's with the press that opens it. */
export function lazily<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return dynamic(load, { ssr: false });
}
