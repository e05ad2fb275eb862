export { DriveFileError, readDriveFile } from "./drive-file.ts";
export { replay, type ReplayOptions, type ReplayResult } from "./replay.ts";
export { syntheticDrive, type SyntheticDriveOptions } from "./synthetic-drive.ts";
export { runSyntheticFleet, type SyntheticFleetOptions } from "./synthetic-fleet.ts";
export { connectTracker, type TrackerAddress, type TrackerLink } from "./tracker-link.ts";
