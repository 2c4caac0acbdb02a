import { conform } from "./suite";

conform("checkpointing");
