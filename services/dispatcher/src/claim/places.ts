export interface PlacesOptions {
  /** Most deliveries in flight in this process. */
  readonly inFlightMax: number;
  /** Most of them for one organisation. */
  readonly inFlightPerOrganisationMax: number;
}

/** The places in flight of this process and who holds them. */
export interface Places {
  readonly free: number;
  readonly taken: number;
  freeOf(organisationId: number): number;
  take(organisationId: number): void;
  release(organisationId: number): void;
}

export function createPlaces({ inFlightMax, inFlightPerOrganisationMax }: PlacesOptions): Places {
  const takenBy = new Map<number, number>();
  let taken = 0;
  const takenOf = (organisationId: number) => takenBy.get(organisationId) ?? 0;
  return {
    get free() {
      return inFlightMax - taken;
    },
    get taken() {
      return taken;
    },
    freeOf: (organisationId) => inFlightPerOrganisationMax - takenOf(organisationId),
    take(organisationId) {
      taken += 1;
      takenBy.set(organisationId, takenOf(organisationId) + 1);
    },
    release(organisationId) {
      taken -= 1;
      const left = takenOf(organisationId) - 1;
      if (left > 0) takenBy.set(organisationId, left);
      else takenBy.delete(organisationId);
    },
  };
}
