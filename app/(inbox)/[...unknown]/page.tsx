import { notFound } from "next/navigation";
import { personPage } from "@/lib/http/page";

/** Every address that no other page has: told inside the shell, so that the way back is at hand. */
export default personPage(async function UnknownPage() {
  notFound();
});
