/** What a token may be granted (contract, "Authentication"). */
export const abilities = [
  "vehicles:read",
  "vehicles:write",
  "positions:read",
  "history:read",
  "reports:read",
  "webhooks:manage",
  "alerts:read",
  "geofences:write",
  "commands:write",
] as const;

export type Ability = (typeof abilities)[number];

export const roles = ["owner", "admin", "member"] as const;

export type Role = (typeof roles)[number];

/** Whether a user of this role holds the permission behind an ability: owners and admins hold all, members none. */
export function roleHolds(role: Role, _ability: Ability): boolean {
  return role !== "member";
}
