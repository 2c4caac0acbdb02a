import type { Metadata } from "next";
import { Workspace } from "@/components/inbox/workspace";
import { requirePerson } from "@/lib/auth/session/session";
import { viewWords } from "@/lib/view/views";
import { page } from "@/lib/http/page";
import { loadDetail, loadList, parseAddress, type SearchParams } from "./load";

export async function generateMetadata({ searchParams }: { searchParams: SearchParams }): Promise<Metadata> {
  return { title: viewWords((await parseAddress(searchParams)).filter.view).title };
}

export default page(async function ProposedActionsPage({ searchParams }: { searchParams: SearchParams }) {
  const person = await requirePerson();
  const { filter, selected } = await parseAddress(searchParams);
  const list = await loadList(person, filter);
  const shown = selected ?? list.items[0]?.id ?? null;
  const detail = shown === null ? null : await loadDetail(person, shown);
  return <Workspace initial={{ filter, list }} initialDetail={detail} />;
});
