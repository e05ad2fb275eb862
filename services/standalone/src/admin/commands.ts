import { abilities, roles, vehicleTypes, type Ability } from "@fleet/domain";
import {
  archiveVehicle,
  assignDevice,
  createDevice,
  createGroup,
  createOrganisation,
  createToken,
  createUser,
  createVehicle,
  removeUser,
  resumeOrganisation,
  revokeToken,
  setOdometer,
  setUserRole,
  suspendOrganisation,
  unarchiveVehicle,
  unassignDevice,
} from "@fleet/postgres";
import { Command, InvalidArgumentError, Option } from "commander";

import { instant, positiveNumber, wholeNumber } from "../options.ts";
import { adminAction } from "./admin-action.ts";

/** `fleet admin …`: what the control panel will do, until it exists. */
export function addAdminCommands(program: Command): void {
  const admin = program.command("admin").description("set up organisations, vehicles, devices and tokens");
  addOrganisationCommands(admin.command("org").description("organisations"));
  addUserCommands(admin.command("user").description("users, who own tokens"));
  addGroupCommands(admin.command("group").description("groups of vehicles"));
  addVehicleCommands(admin.command("vehicle").description("vehicles"));
  addDeviceCommands(admin.command("device").description("trackers and the vehicles they sit on"));
  addTokenCommands(admin.command("token").description("tokens for the API"));
}

function addOrganisationCommands(org: Command): void {
  adminAction<{ name: string; rateLimit?: number }>(
    org
      .command("create")
      .requiredOption("--name <name>")
      .option("--rate-limit <requests>", "requests per minute, 600 unless given", wholeNumber),
    ({ db }, { name, rateLimit }) =>
      createOrganisation(db, { name, ...(rateLimit === undefined ? {} : { rateLimitPerMinute: rateLimit }) }),
  );
  adminAction(idCommand(org, "suspend"), ({ db }, _options, id) => suspendOrganisation(db, id));
  adminAction(idCommand(org, "resume"), ({ db }, _options, id) => resumeOrganisation(db, id));
}

function addUserCommands(user: Command): void {
  const role = () => new Option("--role <role>").choices(roles).makeOptionMandatory();
  adminAction<{ org: number; email: string; name: string; role: (typeof roles)[number] }>(
    user
      .command("create")
      .requiredOption("--org <id>", "organisation", wholeNumber)
      .requiredOption("--email <email>")
      .requiredOption("--name <name>")
      .addOption(role()),
    ({ db }, { org, email, name, role }) => createUser(db, { organisationId: org, email, name, role }),
  );
  adminAction<{ role: (typeof roles)[number] }>(
    idCommand(user, "set-role").addOption(role()),
    ({ db }, options, userId) => setUserRole(db, { userId, role: options.role }),
  );
  adminAction(idCommand(user, "remove"), ({ db }, _options, id) => removeUser(db, id));
}

function addGroupCommands(group: Command): void {
  adminAction<{ org: number; name: string }>(
    group
      .command("create")
      .requiredOption("--org <id>", "organisation", wholeNumber)
      .requiredOption("--name <name>"),
    ({ db }, { org, name }) => createGroup(db, { organisationId: org, name }),
  );
}

interface VehicleOptions {
  readonly org: number;
  readonly name: string;
  readonly plate?: string;
  readonly vin?: string;
  readonly type?: (typeof vehicleTypes)[number];
  readonly speedLimit?: number;
  readonly group?: number;
}

function addVehicleCommands(vehicle: Command): void {
  adminAction<VehicleOptions>(
    vehicle
      .command("create")
      .requiredOption("--org <id>", "organisation", wholeNumber)
      .requiredOption("--name <name>")
      .option("--plate <plate>")
      .option("--vin <vin>")
      .addOption(new Option("--type <type>").choices(vehicleTypes))
      .option("--speed-limit <kmh>", "km/h", wholeNumber)
      .option("--group <id>", "group of the same organisation", wholeNumber),
    ({ db }, { org, speedLimit, group, name, plate, vin, type }) =>
      createVehicle(db, {
        organisationId: org,
        name,
        ...(plate === undefined ? {} : { plate }),
        ...(vin === undefined ? {} : { vin }),
        ...(type === undefined ? {} : { type }),
        ...(speedLimit === undefined ? {} : { speedLimitKmh: speedLimit }),
        ...(group === undefined ? {} : { groupId: group }),
      }),
  );
  adminAction(idCommand(vehicle, "archive"), ({ db }, _options, id) => archiveVehicle(db, id));
  adminAction(idCommand(vehicle, "unarchive"), ({ db }, _options, id) => unarchiveVehicle(db, id));
  adminAction<{ km: number }>(
    idCommand(vehicle, "set-odometer").requiredOption("--km <km>", "what it reads now", positiveNumber),
    (database, { km }, vehicleId) => setOdometer(database, { vehicleId, odometerKm: km }),
  );
}

function addDeviceCommands(device: Command): void {
  adminAction<{ uniqueId: string; model: string }>(
    device
      .command("create")
      .requiredOption("--unique-id <id>", "what the tracker logs in with: its IMEI or serial number")
      .requiredOption("--model <slug>", "model of the device catalog"),
    ({ db }, options) => createDevice(db, options),
  );
  adminAction<{ device: number; vehicle: number; from?: Date }>(
    device
      .command("assign")
      .requiredOption("--device <id>", "device", wholeNumber)
      .requiredOption("--vehicle <id>", "vehicle", wholeNumber)
      .option("--from <time>", "when it was put on, now unless given", instant),
    (database, { device, vehicle, from }) =>
      assignDevice(database, {
        deviceId: device,
        vehicleId: vehicle,
        ...(from === undefined ? {} : { from }),
      }),
  );
  adminAction<{ device: number; at?: Date }>(
    device
      .command("unassign")
      .requiredOption("--device <id>", "device", wholeNumber)
      .option("--at <time>", "when it was taken off, now unless given", instant),
    (database, { device, at }) =>
      unassignDevice(database, { deviceId: device, ...(at === undefined ? {} : { at }) }),
  );
}

interface TokenOptions {
  readonly org: number;
  readonly owner: number;
  readonly name: string;
  readonly abilities: readonly Ability[];
  readonly expires: number | null;
  readonly allowIp: readonly string[];
}

const defaultLifetimeDays = 365;
const dayMs = 86_400_000;

function addTokenCommands(token: Command): void {
  adminAction<TokenOptions>(
    token
      .command("create")
      .requiredOption("--org <id>", "organisation", wholeNumber)
      .requiredOption("--owner <user>", "owner or administrator whom it belongs to", wholeNumber)
      .requiredOption("--name <name>")
      .requiredOption("--abilities <list>", `separated by commas: ${abilities.join(", ")}`, abilityList)
      .option("--expires <days>", "lifetime in days such as 30d, or never", lifetime, defaultLifetimeDays)
      .option(
        "--allow-ip <cidr>",
        "address or network it may be used from; may be repeated",
        (cidr: string, list: string[]) => [...list, cidr],
        [],
      ),
    ({ db }, { org, owner, name, abilities, expires, allowIp }) =>
      createToken(db, {
        organisationId: org,
        ownerId: owner,
        name,
        abilities,
        expiresAt: expires === null ? null : new Date(Date.now() + expires * dayMs),
        allowedIps: allowIp,
      }),
  );
  adminAction(idCommand(token, "revoke"), ({ db }, _options, id) => revokeToken(db, id));
}

function idCommand(parent: Command, name: string): Command {
  return parent.command(name).argument("<id>", "its id", wholeNumber);
}

function abilityList(text: string): Ability[] {
  return text.split(",").map((part) => {
    const known = abilities.find((ability) => ability === part.trim());
    if (known === undefined) {
      throw new InvalidArgumentError(`"${part.trim()}" is no ability; there are ${abilities.join(", ")}.`);
    }
    return known;
  });
}

function lifetime(text: string): number | null {
  if (text === "never") return null;
  const days = /^(\d+)d$/.exec(text)?.[1];
  if (days === undefined || Number(days) === 0) throw new InvalidArgumentError("It takes days, as in 30d, or never.");
  return Number(days);
}
