import { customerHealth } from "./customer-health";
import { cacheInvalidation } from "./cache-invalidation";
import type { Subscriber } from "./subscriber";

/**
 * This room holds the subscribers, one file each. Their Inngest functions, the page that shows them and its route follow
 * from this list.
 */
export const SUBSCRIBERS: readonly Subscriber[] = [customerHealth, cacheInvalidation];
