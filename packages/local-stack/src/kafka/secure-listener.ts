/** Clients show a certificate, and log in by SCRAM-SHA-512 or in plain text. Texts in PEM. */
export interface SecureListener {
  readonly certificate: string;
  /** In PKCS #8. */
  readonly key: string;
  /** Who vouches for the clients' certificates. */
  readonly clientAuthority: string;
  readonly username: string;
  readonly password: string;
}

/** The user as the tool that formats a broker's storage takes it. */
export function scramUser({ username, password }: SecureListener): string {
  return `SCRAM-SHA-512=[name=${username},password=${password}]`;
}

/** The broker's properties for the listener: https://kafka.apache.org/documentation/#brokerconfigs */
export function secureProperties(listener: SecureListener): Record<string, string> {
  const { certificate, key, clientAuthority, username, password } = listener;
  const prefix = "listener.name.secure";
  const module = "org.apache.kafka.common.security";
  return {
    [`${prefix}.sasl.enabled.mechanisms`]: "SCRAM-SHA-512,PLAIN",
    [`${prefix}.scram-sha-512.sasl.jaas.config`]: `${module}.scram.ScramLoginModule required;`,
    [`${prefix}.plain.sasl.jaas.config`]: `${module}.plain.PlainLoginModule required user_${username}="${password}";`,
    [`${prefix}.ssl.keystore.type`]: "PEM",
    [`${prefix}.ssl.keystore.certificate.chain`]: inOneLine(certificate),
    [`${prefix}.ssl.keystore.key`]: inOneLine(key),
    [`${prefix}.ssl.truststore.type`]: "PEM",
    [`${prefix}.ssl.truststore.certificates`]: inOneLine(clientAuthority),
    [`${prefix}.ssl.client.auth`]: "required",
  };
}

/** A file of Java properties has one line for each. */
function inOneLine(pem: string): string {
  return pem.trim().replaceAll(/\r?\n/g, "\\n");
}
