/** For tests and benches of whoever uses the engine: an app of the real SDK, a clock, states to wait for. */
export { callsInFlightMax } from "../src/limits";
export { bareCaller } from "./bare-calls";
export {
  createApp,
  createClock,
  createDatabase,
  engineOptions,
  eventKey,
  quietLogger,
  readHealth,
  signingKey,
  synced,
  until,
} from "./harness";
export { seedWaitingRuns } from "./waiting-runs";
