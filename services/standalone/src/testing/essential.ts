/** What only history decides of a position or a trip, and which vehicle it is. */
const incidental = new Set(["id", "vehicle_id", "received_at", "revision", "updated_at", "settled_by"]);

/** An object of the API without what may differ between two runs on the same fixes. */
export function essential(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !incidental.has(name)));
}
