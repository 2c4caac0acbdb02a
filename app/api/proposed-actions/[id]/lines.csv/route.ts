import { personFromRequest } from "@/lib/auth/session/principals";
import { linesAsCsv } from "@/lib/gateway/read/actions/lines-csv";
import { idOf, route } from "@/lib/http/route";

export const GET = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const id = idOf(params.id, "id");
  return new Response(await linesAsCsv(person, id), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="roll-${id}.csv"`,
      "cache-control": "no-store",
    },
  });
});
