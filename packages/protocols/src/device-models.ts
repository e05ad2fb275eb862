import type { DeviceCapabilities, ProtocolModel } from "./protocol.ts";

/**
 * The models of a maker. A slug is both names in lower case, with `-` for whatever is neither letter nor digit and
 * `plus` for `+`.
 */
export function modelsOf(
  manufacturer: string,
  capabilitiesByModel: readonly (readonly [model: string, capabilities: DeviceCapabilities])[],
): ProtocolModel[] {
  return capabilitiesByModel.map(([model, capabilities]) => ({
    slug: slugOf(`${manufacturer} ${model}`),
    manufacturer,
    model,
    capabilities,
  }));
}

function slugOf(name: string): string {
  const words = name.toLowerCase().replaceAll("+", " plus ");
  return words.replaceAll(/[^a-z\d]+/g, "-").replaceAll(/^-|-$/g, "");
}
