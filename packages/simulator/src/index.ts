export { connectTracker } from "./connect-tracker.ts";
export { DriveFileError, readDriveFile } from "./drive-file.ts";
export { identifierSent } from "./identifier-sent.ts";
export { replay, type ReplayOptions, type ReplayResult } from "./replay.ts";
export { syntheticDrive, type SyntheticDriveOptions } from "./synthetic-drive.ts";
export { runSyntheticFleet, type SyntheticFleetOptions } from "./synthetic-fleet.ts";
export type { ConnectOutcome, SendOutcome, TrackerAddress, TrackerLink } from "./tracker-link.ts";
