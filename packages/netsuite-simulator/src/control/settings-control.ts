import type { IncomingMessage } from "node:http";
import { type AccountSettings, settingsChangeSchema } from "../account/account-settings";
import { type Answer, byMethod, errorAnswer, jsonAnswer } from "../http/answers";
import { parseObject, readBody } from "../http/read-body";

/** `/_sim/settings`: GET shows them; PATCH takes permissions away, empties parameters, withdraws the script, shifts the clock. */
export function answerSettings(settings: AccountSettings, request: IncomingMessage): Promise<Answer> {
  return byMethod(request, {
    GET: () => jsonAnswer(200, settings.show()),
    PATCH: async () => {
      const parsed = settingsChangeSchema.safeParse(parseObject(await readBody(request)));
      if (!parsed.success) return errorAnswer(400, "INVALID_SETTINGS", parsed.error.message);
      settings.change(parsed.data);
      return jsonAnswer(200, settings.show());
    },
  });
}
