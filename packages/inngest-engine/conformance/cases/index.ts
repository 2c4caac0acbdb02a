import type { Theme } from "../case";
import { attacks } from "./attacks";
import { cancelling } from "./cancelling";
import { checkpoints } from "./checkpoints";
import { concurrency } from "./concurrency";
import { expressions } from "./expressions";
import { failing } from "./failing";
import { invoking } from "./invoking";
import { largeState } from "./large-state";
import { oddApps } from "./odd-apps";
import { oncePerEvent } from "./once-per-event";
import { outages } from "./outages";
import { parallel } from "./parallel";
import { refusals } from "./refusals";
import { retrying } from "./retrying";
import { schedules } from "./schedules";
import { signatures } from "./signatures";
import { steps } from "./steps";
import { taking } from "./taking";
import { triggers } from "./triggers";
import { waiting } from "./waiting";

/** All cases, in the order in which they are told. */
export const themes: readonly Theme[] = [
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
