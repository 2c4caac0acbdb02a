import type { IncomingMessage } from "node:http";
import { type Answer, byMethod, errorAnswer, jsonAnswer } from "../http/answers";
import { parseObject, readBody } from "../http/read-body";
import { type SavedSearches, savedSearchSchema } from "../search/saved-search";

/** `/_sim/searches`: GET lists the saved searches; PUT and DELETE `/{id}` define or remove one, as an administrator can. */
export function answerSearches(
  searches: SavedSearches,
  request: IncomingMessage,
  id: string,
): Promise<Answer> {
  return byMethod(request, {
    GET: () => jsonAnswer(200, { searches: searches.list() }),
    PUT: async () => {
      const parsed = savedSearchSchema.safeParse({ ...parseObject(await readBody(request)), id });
      if (!parsed.success) return errorAnswer(400, "INVALID_SEARCH", parsed.error.message);
      searches.define(parsed.data);
      return jsonAnswer(200, parsed.data);
    },
    DELETE: () =>
      searches.remove(id)
        ? jsonAnswer(200, { deleted: true })
        : errorAnswer(404, "INVALID_SEARCH", "That search or mass update does not exist."),
  });
}
