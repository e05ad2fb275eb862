import { createHmac } from "node:crypto";

/**
 * The value of X-GPS-Signature: `t=<unix_seconds>,v1=<hex>`, where hex is the HMAC-SHA256 of `t + "." + body`, keyed
 * with the secret's UTF-8 bytes.
 */
export function signBody(body: Buffer, { secret, sentAtMs }: { secret: string; sentAtMs: number }): string {
  const t = Math.floor(sentAtMs / 1000);
  const hex = createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex");
  return `t=${t},v1=${hex}`;
}
