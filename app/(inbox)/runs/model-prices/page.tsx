import type { Metadata } from "next";
import { PricesView } from "@/components/runs/limits/prices-view";
import { personPage } from "@/lib/http/page";
import { readModelPrices } from "@/lib/runtime/runs/model-prices";

export const metadata: Metadata = { title: "Model prices" };

export default personPage(async function ModelPricesPage(person) {
  return <PricesView initial={await readModelPrices(person)} />;
});
