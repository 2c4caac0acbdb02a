import { conform } from "./suite";

conform("plain");
