import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Workspace } from "@/components/inbox/workspace";
import { VIEW_WORDS } from "@/lib/view/views";
import { personPage } from "@/lib/http/page";
import type { SearchParams } from "@/lib/http/search-params";
import { keptAddress, loadDensity, loadDetail, loadList, parseAddress } from "./load";

export async function generateMetadata({ searchParams }: { searchParams: SearchParams }): Promise<Metadata> {
  return { title: VIEW_WORDS[(await parseAddress(searchParams)).filter.view].title };
}

export default personPage(async function ProposedActionsPage(
  person,
  { searchParams }: { searchParams: SearchParams },
) {
  const kept = await keptAddress(person, searchParams);
  if (kept !== null) redirect(kept);
  const { filter, selected } = await parseAddress(searchParams);
  const list = await loadList(person, filter);
  const id = selected ?? list.items[0]?.id ?? null;
  const detail = id === null ? null : await loadDetail(person, id);
  return <Workspace initial={{ filter, list }} initialDetail={detail} density={await loadDensity(person)} />;
});
