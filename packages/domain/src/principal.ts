/**
 * Proof that a caller was authenticated, and for which organisation. Every query of customer data takes one,
 * so that none can be written without an organisation. Only token authentication makes it.
 */
export class Principal {
  readonly #authenticated = true;
  readonly organisationId: number;
  readonly tokenId: number;

  private constructor(organisationId: number, tokenId: number) {
    this.organisationId = organisationId;
    this.tokenId = tokenId;
  }

  static authenticated(caller: { organisationId: number; tokenId: number }): Principal {
    return new Principal(caller.organisationId, caller.tokenId);
  }

  static is(value: unknown): value is Principal {
    return typeof value === "object" && value !== null && #authenticated in value;
  }
}
