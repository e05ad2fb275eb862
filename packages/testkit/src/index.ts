export {
  testClickHouse,
  testDatabase,
  testKafka,
  type TestClickHouse,
  type TestDatabase,
} from "./test-stores.ts";
