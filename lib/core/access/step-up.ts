/**
 * The steps that need a session and a fresh second factor: those that hand out credentials or power, and those that let
 * more through. A token of a person is not enough for them: whoever holds one could otherwise make themselves anybody.
 */
export const STEP_UP_PURPOSES = [
  "add_person",
  "change_role",
  "restore_person",
  "confirm_role",
  "confirm_leave",
  "confirm_recovery",
  "issue_password_link",
  "reset_second_factor",
  "unlink_sign_in",
  "create_agent",
  "change_agent",
  "rotate_agent_key",
  "resume_agent",
  "change_proposal_limits",
  "release_switch",
  "publish_policy",
  "publish_workflow",
  "set_workflow_secret",
  "make_webhook_key",
  "sign_standing_authorisation",
  "change_thresholds",
  "show_content",
  "set_netsuite_account",
  "connect_channel",
  "create_webhook_endpoint",
  "change_webhook_address",
  "rotate_webhook_secret",
  // No person enters a code for it: it is the state of a consent that a provider sends back.
  "finish_connecting",
] as const;
export type StepUpPurpose = (typeof STEP_UP_PURPOSES)[number];

/** One step: its purpose, and the row that it is about (an id, an address, a name). */
export interface Step {
  purpose: StepUpPurpose;
  subject: string;
}
