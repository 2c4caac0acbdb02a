import type { IncomingMessage } from "node:http";
import type { AccountSettings } from "../account/account-settings";
import { OUR_ROLE } from "../account/session";
import { faultSchema } from "../faults/fault";
import type { FaultRegistry } from "../faults/registry";
import { type Answer, byMethod, errorAnswer, jsonAnswer } from "../http/answers";
import { parseObject, readBody } from "../http/read-body";
import type { RecordStore } from "../store/record-store";
import type { createCertificateControl } from "./certificate-control";
import type { SavedSearches } from "../search/saved-search";
import type { Author } from "../store/stored-record";
import { OUTSIDER, findView } from "./record-views";
import { answerSearches } from "./search-control";
import { answerSettings } from "./settings-control";

const OTHER_ROLE_ID = "1100";

/** `/_sim/*`: the auditor's ledger, the records as an outsider sees and changes them, and the faults. Loopback only. */
export interface ControlOptions {
  store: RecordStore;
  searches: SavedSearches;
  settings: AccountSettings;
  faults: FaultRegistry;
  certificates: ReturnType<typeof createCertificateControl>;
}

export function createControlEndpoint({ store, searches, settings, faults, certificates }: ControlOptions) {
  return async (request: IncomingMessage, url: URL): Promise<Answer> => {
    const [, , area = "", ...rest] = url.pathname.split("/");
    const segments = rest.map(decodeURIComponent);
    switch (area) {
      case "health":
        return jsonAnswer(200, { status: "ok", commits: store.commits().length });
      case "ledger":
        return answerLedger(store, url.searchParams.get("key"));
      case "records":
        return answerRecords(store, request, segments, authorOf(url));
      case "settings":
        return answerSettings(settings, request);
      case "searches":
        return answerSearches(searches, request, segments[0] ?? "");
      case "faults":
        return answerFaults(faults, request);
      case "certificates":
        return certificates.certificates(request, url, segments[0] ?? "");
      case "tokens":
        return certificates.tokens(request);
      default:
        return errorAnswer(404, "NOT_FOUND", "There is no such control address.");
    }
  };
}

function answerLedger(store: RecordStore, key: string | null): Answer {
  const commits = key === null ? store.commits() : store.commits(key);
  return jsonAnswer(200, { count: commits.length, commits });
}

/** `?by=` and `?role=` say who does it, in a role of that name. */
function authorOf(url: URL): Author {
  const name = url.searchParams.get("by") ?? OUTSIDER.name;
  const roleName = url.searchParams.get("role") ?? OUTSIDER.role.name;
  const namesake = [OUTSIDER.role, OUR_ROLE].find((role) => role.name === roleName);
  return { name, role: namesake ?? { id: OTHER_ROLE_ID, name: roleName } };
}

async function answerRecords(
  store: RecordStore,
  request: IncomingMessage,
  segments: string[],
  author: Author,
): Promise<Answer> {
  const [type = "", ...idParts] = segments;
  const id = idParts.join("/");
  const view = findView(store, type, id);
  if (!view) return errorAnswer(404, "RCRD_DSNT_EXIST", "There is no such record.");
  return byMethod(request, {
    GET: () => jsonAnswer(200, view.read()),
    DELETE: () => {
      view.remove(author);
      return jsonAnswer(200, { deleted: true });
    },
    PATCH: async () => {
      const fields = parseObject(await readBody(request));
      if (!fields) return errorAnswer(400, "INVALID_BODY", "Send a JSON object of fields.");
      try {
        view.write(fields, author);
      } catch (error) {
        if (error instanceof TypeError) return errorAnswer(400, "INVALID_FLD_VALUE", error.message);
        throw error;
      }
      return jsonAnswer(200, findView(store, type, id)?.read() ?? {});
    },
  });
}

function answerFaults(faults: FaultRegistry, request: IncomingMessage): Promise<Answer> {
  return byMethod(request, {
    GET: () => jsonAnswer(200, { faults: faults.list() }),
    DELETE: () => {
      faults.clear();
      return jsonAnswer(200, { faults: [] });
    },
    POST: async () => {
      const parsed = faultSchema.safeParse(parseObject(await readBody(request)));
      if (!parsed.success) return errorAnswer(400, "INVALID_FAULT", parsed.error.message);
      return jsonAnswer(201, faults.add(parsed.data));
    },
  });
}
