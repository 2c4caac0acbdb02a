/** An address of the contract that lies outside /api. */
export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "@/app/api/[...path]/route";
