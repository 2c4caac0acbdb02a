"use client";
import { type ComponentType, lazy, Suspense, useState } from "react";

type Lazy<Props> = ComponentType<Props> & {
  /** Fetches the code before it is shown. */
  load: () => Promise<unknown>;
};

/** A component whose code comes when it is first shown. `Meanwhile` stands in its place until then. */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
): Lazy<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchCode = async () => (loaded = await load());
  const Arriving = lazy(async () => ({ default: await fetchCode() }));
  function Lazily(props: Props) {
    // Code that is loaded is shown at once. React would hold it back for 300 ms.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Arriving);
    return (
      <Suspense fallback={Meanwhile && <Meanwhile {...props} />}>
        <Component {...props} />
      </Suspense>
    );
  }
  return Object.assign(Lazily, { load: fetchCode });
}
