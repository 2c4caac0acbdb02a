/** One believable payload per action type, against the seeded distributor. */
export { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";
