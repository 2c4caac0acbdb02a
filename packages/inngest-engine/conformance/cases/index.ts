import { attacks } from "./attacks";
import { cancelling } from "./cancelling";
import { checkpoints } from "./checkpoints";
import { concurrency } from "./concurrency";
import { failing, retrying } from "./failing";
import { invoking } from "./invoking";
import { oddApps } from "./odd-apps";
import { oncePerEvent } from "./once-per-event";
import { outages } from "./outages";
import { parallel } from "./parallel";
import { schedules } from "./schedules";
import { signatures } from "./signatures";
import { largeState, steps } from "./steps";
import { refusals, taking } from "./taking";
import { expressions, triggers } from "./triggers";
import { waiting } from "./waiting";

/** All cases, in the order of CASES.md. */
export const themes = [
  steps,
  retrying,
  failing,
  schedules,
  waiting,
  cancelling,
  concurrency,
  oncePerEvent,
  triggers,
  expressions,
  parallel,
  invoking,
  largeState,
  taking,
  refusals,
  signatures,
  checkpoints,
  oddApps,
  outages,
  attacks,
];
