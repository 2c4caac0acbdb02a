import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, ofTenant, timeOfRow } from "./columns";

/** Workflows: where they belong, their versions, and which of them was published when. */

export const workspaces = pgTable("workspaces", {
  ...ofTenant(),
  name: text("name").notNull(),
  createdAt: timeOfRow("created_at"),
});

export const workflows = pgTable("workflows", {
  ...ofTenant(),
  workspaceId: id("workspace_id").notNull(),
  name: text("name").notNull(),
  agentId: id("agent_id").notNull(),
  createdAt: timeOfRow("created_at"),
});

export const workflowVersions = pgTable("workflow_versions", {
  ...ofTenant(),
  workflowId: id("workflow_id").notNull(),
  number: integer("number").notNull(),
  hash: text("hash").notNull(),
  source: text("source").notNull(),
  definitionText: text("definition_text").notNull(),
  createdByUserId: id("created_by_user_id").notNull(),
  createdByLabel: text("created_by_label").notNull(),
  createdAt: timeOfRow("created_at"),
});

/** A value that is encrypted for one workflow, under a name. */
const sealedByName = {
  workflowId: id("workflow_id").notNull(),
  name: text("name").notNull(),
  sealed: text("sealed").notNull(),
  setByLabel: text("set_by_label").notNull(),
  setAt: timeOfRow("set_at"),
};

export const workflowSecrets = pgTable("workflow_secrets", {
  ...ofTenant(),
  ...sealedByName,
});

export const workflowWebhooks = pgTable("workflow_webhooks", {
  ...ofTenant(),
  ...sealedByName,
});

export const workflowPublications = pgTable("workflow_publications", {
  ...ofTenant(),
  workflowId: id("workflow_id").notNull(),
  number: integer("number").notNull(),
  versionId: id("version_id"),
  note: text("note").notNull(),
  byUserId: id("by_user_id").notNull(),
  byLabel: text("by_label").notNull(),
  at: timeOfRow("at"),
  seal: text("seal").notNull(),
});
