import type { AlertType } from "@fleet/domain";

/** The first code by which a device says an alert; undefined where it has none, or there is no alert to say. */
export function codeOfAlert(
  alertsByCode: Iterable<readonly [code: number, alert: AlertType]>,
  alert: AlertType | undefined,
): number | undefined {
  for (const [code, each] of alertsByCode) if (each === alert) return code;
  return undefined;
}
