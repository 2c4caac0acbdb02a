import { z } from "zod";
import {
  changeEndpointSchema,
  createEndpointSchema,
  deliveriesQuerySchema,
  deliveriesSchema,
  deliveryViewSchema,
  endpointViewSchema,
  endpointWithSecretSchema,
  endpointsSchema,
} from "@/lib/contract/settings/webhooks";
import { changeWebhookEndpoint } from "@/lib/gateway/webhooks/change-endpoint";
import { readWebhookDeliveries, resendWebhook, testWebhookEndpoint } from "@/lib/gateway/webhooks/deliveries";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  readWebhookEndpoints,
  rotateWebhookSecret,
} from "@/lib/gateway/webhooks/endpoints";
import { created, defineOperation, ok } from "@/lib/operations/frame/operation";

/** Outgoing webhooks, as administrators set them up. */

export const webhooks = {
  readWebhookEndpoints: defineOperation("GET /api/webhook-endpoints", {
    summary: "List the endpoints of webhooks without their secrets, and the events that they may ask for",
    role: "admin",
    answers: ok(endpointsSchema),
    verb: (admin) => readWebhookEndpoints(admin),
  }),
  createWebhookEndpoint: defineOperation("POST /api/webhook-endpoints", {
    summary: "Create an endpoint; its secret is shown once",
    role: "admin",
    body: createEndpointSchema,
    example: { url: "https://hooks.example.com/countersign", events: ["proposal.approved"] },
    answers: created(endpointWithSecretSchema),
    refusals: ["too_many_endpoints"],
    stepUp: true,
    verb: (admin, endpoint) => createWebhookEndpoint(admin, endpoint),
  }),
  changeWebhookEndpoint: defineOperation("PATCH /api/webhook-endpoints/{id}", {
    summary:
      "Change an endpoint's events or description, enable or disable it; another address needs a step-up",
    role: "admin",
    body: changeEndpointSchema,
    example: { description: "Orders" },
    answers: ok(endpointViewSchema),
    refusals: ["not_live"],
    stepUp: true,
    verb: (admin, change) => changeWebhookEndpoint(admin, change),
  }),
  deleteWebhookEndpoint: defineOperation("DELETE /api/webhook-endpoints/{id}", {
    summary: "Delete an endpoint and its keys; nothing more is sent to it",
    role: "admin",
    answers: ok(z.object({ deleted: z.boolean() })),
    verb: (admin, { id }) => deleteWebhookEndpoint(admin, id),
  }),
  rotateWebhookSecret: defineOperation("POST /api/webhook-endpoints/{id}/rotate", {
    summary: "New keys, the secret shown once; the ones before sign as well for 24 hours",
    role: "admin",
    answers: created(endpointWithSecretSchema, "Rotated"),
    stepUp: true,
    verb: (admin, { id }) => rotateWebhookSecret(admin, id),
  }),
  testWebhookEndpoint: defineOperation("POST /api/webhook-endpoints/{id}/test", {
    summary: "Send a `ping` to an endpoint; its deliveries say what became of it",
    role: "admin",
    answers: ok(deliveryViewSchema),
    refusals: ["not_live"],
    verb: (admin, { id }) => testWebhookEndpoint(admin, id),
  }),
  readWebhookDeliveries: defineOperation("GET /api/webhook-endpoints/{id}/deliveries", {
    summary: "List an endpoint's deliveries with their attempts, newest first",
    role: "admin",
    query: deliveriesQuerySchema,
    answers: ok(deliveriesSchema),
    verb: (admin, query) => readWebhookDeliveries(admin, query),
  }),
  resendWebhook: defineOperation("POST /api/webhook-deliveries/{id}/resend", {
    summary: "Send a delivery again, under the same webhook-id and with all its attempts",
    role: "admin",
    answers: ok(deliveryViewSchema),
    refusals: ["not_live"],
    verb: (admin, { id }) => resendWebhook(admin, id),
  }),
};
