import { describeKilled } from "./testing/killed.ts";

describeKilled("postgres");
