import type { Metadata } from "next";
import { CapsView } from "@/components/runs/limits/caps-view";
import { personPage } from "@/lib/http/page";
import { readCaps } from "@/lib/runtime/runs/caps";

export const metadata: Metadata = { title: "Caps of runs" };

export default personPage(async function CapsPage(person) {
  return <CapsView initial={await readCaps(person)} />;
});
