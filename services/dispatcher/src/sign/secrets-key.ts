import { deriveKey, installationKey, type Database } from "@fleet/postgres";
import type { Logger } from "@fleet/runtime";

export interface SecretsKeyOptions {
  readonly database: Database;
  /** SECRET_KEY, where the operator gives one. */
  readonly secretKey: Buffer | undefined;
  readonly logger: Logger;
}

/** The key that opens webhook secrets, read once, at the first demand: Postgres may be away when the service starts. */
export function createSecretsKey({ database, secretKey, logger }: SecretsKeyOptions): () => Promise<Buffer> {
  let known: Buffer | undefined;
  return async () => {
    if (known !== undefined) return known;
    const { key, warning } = await installationKey(database.db, secretKey);
    if (known === undefined && warning !== null) logger.warn(warning);
    return (known = deriveKey(key, "webhook-secrets"));
  };
}
