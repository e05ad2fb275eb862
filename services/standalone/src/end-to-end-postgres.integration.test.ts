import { describeEndToEnd } from "./testing/end-to-end.ts";

describeEndToEnd("postgres");
