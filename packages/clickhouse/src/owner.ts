/** Whose rows are written or read: a vehicle within its organisation. */
export interface Owner {
  readonly organisationId: number;
  readonly vehicleId: number;
}
