/**
 * Serves ClickHouse's HTTP interface from `libchdb` for as long as standard input stays open, and so ends with its
 * owner. Arguments: where to record the process, the library, the configuration file, the data directory, and "tcp" where
 * the native interface is to be served too.
 */
import { constants } from "node:os";

import { DataType, load, open } from "ffi-rs";

import { recordProcess } from "../process-record.ts";

const [recordPath = "", library = "", config = "", data = "", tcp] = process.argv.slice(2);
const listenTcp = tcp === undefined ? "" : "SYSTEM START LISTEN TCP; ";
// What it has acknowledged is on the disk, so there is nothing to be polite about.
await recordProcess(recordPath, process.pid, "SIGKILL");

const args = [
  "clickhouse",
  `--config-file=${config}`,
  `--path=${data}`,
  // The last statement reads standard input until its end, and keeps the server up meanwhile.
  `--query=${listenTcp}SYSTEM START LISTEN HTTP; SELECT * FROM file('-', 'LineAsString', 'line String') FORMAT Null`,
];
// The kernel ends it with its owner (prctl(2), PR_SET_PDEATHSIG): by itself it may take long to see that its input has ended.
open({ library: "c", path: "libc.so.6" });
load({
  library: "c",
  funcName: "prctl",
  retType: DataType.I32,
  paramsType: [DataType.I32, DataType.U64],
  paramsValue: [1, constants.signals.SIGKILL],
});
open({ library: "chdb", path: library });
load({
  library: "chdb",
  funcName: "chdb_query_cmdline",
  retType: DataType.I32,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [args.length, args],
});
