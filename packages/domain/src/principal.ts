/**
 * Proof that a caller was authenticated, and for which organisation. Every query of customer data takes one,
 * so that none can be written without an organisation. Only token authentication makes it.
 */
export class Principal {
  // Private, so that nothing else has this shape.
  readonly #organisationId: number;
  readonly tokenId: number;

  private constructor(organisationId: number, tokenId: number) {
    this.#organisationId = organisationId;
    this.tokenId = tokenId;
  }

  get organisationId(): number {
    return this.#organisationId;
  }

  static authenticated(caller: { organisationId: number; tokenId: number }): Principal {
    return new Principal(caller.organisationId, caller.tokenId);
  }
}
