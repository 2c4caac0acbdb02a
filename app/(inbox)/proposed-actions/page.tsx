import type { Metadata } from "next";
import { Workspace } from "@/components/inbox/workspace";
import { requirePerson } from "@/lib/auth/session/session";
import { VIEW_WORDS } from "@/lib/view/views";
import { page } from "@/lib/http/page";
import type { SearchParams } from "@/lib/http/search-params";
import { loadDetail, loadList, parseAddress } from "./load";

export async function generateMetadata({ searchParams }: { searchParams: SearchParams }): Promise<Metadata> {
  return { title: VIEW_WORDS[(await parseAddress(searchParams)).filter.view].title };
}

export default page(async function ProposedActionsPage({ searchParams }: { searchParams: SearchParams }) {
  const person = await requirePerson();
  const { filter, selected } = await parseAddress(searchParams);
  const list = await loadList(person, filter);
  const id = selected ?? list.items[0]?.id ?? null;
  const detail = id === null ? null : await loadDetail(person, id);
  return <Workspace initial={{ filter, list }} initialDetail={detail} />;
});
