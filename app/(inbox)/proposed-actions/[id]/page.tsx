import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Workspace } from "@/components/inbox/workspace";
import { idSchema } from "@/lib/contract/actions/decision";
import { personPage } from "@/lib/http/page";
import type { SearchParams } from "@/lib/http/search-params";
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
  const id = idSchema.safeParse(Number((await params).id));
  if (!id.success) notFound();
  const { filter } = await parseAddress(searchParams);
  const [list, detail] = await Promise.all([loadList(person, filter), loadDetail(person, id.data)]);
  if (!detail) notFound();
  return <Workspace initial={{ filter, list }} initialDetail={detail} density={await loadDensity(person)} />;
});
