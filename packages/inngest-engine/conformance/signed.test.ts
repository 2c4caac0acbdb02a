import { conform } from "./suite";

conform("signed");
