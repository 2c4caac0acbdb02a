import { Skeleton } from "@/components/ui/states";

export default function Loading() {
  return <Skeleton words="Loading runs…" lines={9} className="max-w-5xl p-7 max-md:p-4" />;
}
