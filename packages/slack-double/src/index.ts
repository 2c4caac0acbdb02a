export type { AppAnswer, AfterSubmission, Delivery } from "./deliver";
export type { Fault } from "./faults";
export { findMessageFaults, findModalFaults } from "./limits/blocks";
export type { Installation } from "./installations";
export type { OpenView, PostedMessage, PrivateNote } from "./posts";
export { type SlackDouble, type SlackDoubleOptions, startSlackDouble } from "./start-double";
export type { SlackUser } from "./workspaces";
