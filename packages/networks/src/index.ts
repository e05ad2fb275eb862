export * from "./networks.ts";
