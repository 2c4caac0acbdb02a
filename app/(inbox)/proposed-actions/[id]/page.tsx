import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Workspace } from "@/components/inbox/workspace";
import { personPage } from "@/lib/http/page";
import type { SearchParams } from "@/lib/http/search-params";
import { idOfPath, INBOX_PATH } from "@/lib/view/views";
import { loadDensity, loadDetail, loadList, parseAddress } from "../load";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `#${(await params).id}` };
}

/** One action at an address of its own: what a phone opens and what people send each other. */
export default personPage(async function ProposedActionPage(person, { params, searchParams }: Props) {
  // As the page in the browser reads its own address: both show the same action, or none.
  const id = idOfPath(`${INBOX_PATH}/${(await params).id}`);
  if (id === null) notFound();
  const { filter } = await parseAddress(searchParams);
  const [list, detail] = await Promise.all([loadList(person, filter), loadDetail(person, id)]);
  if (!detail) notFound();
  return <Workspace initial={{ filter, list }} initialDetail={detail} density={await loadDensity(person)} />;
});
