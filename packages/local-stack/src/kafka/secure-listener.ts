/** Clients show a certificate, and log in by SCRAM-SHA-512 or in plain text. Texts in PEM. */
export interface SecureListener {
  readonly certificate: string;
  /** In PKCS #8. */
  readonly key: string;
  /** Who vouches for the clients' certificates. */
  readonly clientAuthority: string;
  readonly username: string;
  readonly password: string;
  /** Who else may log in, in plain text with the same password, and do what ACLs let them. All may all without. */
  readonly restricted?: readonly string[];
}

/** The user as the tool that formats a broker's storage takes it. */
export function scramUser({ username, password }: SecureListener): string {
  return `SCRAM-SHA-512=[name=${username},password=${password}]`;
}

/** The broker's properties for the listener: https://kafka.apache.org/documentation/#brokerconfigs */
export function secureProperties(listener: SecureListener): Record<string, string> {
  const { certificate, key, clientAuthority, username, password, restricted = [] } = listener;
  const prefix = "listener.name.secure";
  const module = "org.apache.kafka.common.security";
  const users = [username, ...restricted].map((name) => `user_${name}="${password}"`).join(" ");
  return {
    [`${prefix}.sasl.enabled.mechanisms`]: "SCRAM-SHA-512,PLAIN",
    [`${prefix}.scram-sha-512.sasl.jaas.config`]: `${module}.scram.ScramLoginModule required;`,
    [`${prefix}.plain.sasl.jaas.config`]: `${module}.plain.PlainLoginModule required ${users};`,
    [`${prefix}.ssl.keystore.type`]: "PEM",
    [`${prefix}.ssl.keystore.certificate.chain`]: inOneLine(certificate),
    [`${prefix}.ssl.keystore.key`]: inOneLine(key),
    [`${prefix}.ssl.truststore.type`]: "PEM",
    [`${prefix}.ssl.truststore.certificates`]: inOneLine(clientAuthority),
    [`${prefix}.ssl.client.auth`]: "required",
    ...(restricted.length === 0 ? {} : byAcls(username)),
  };
}

/** The user, and whoever needs no login, may all; everybody else what an ACL says. */
function byAcls(username: string): Record<string, string> {
  return {
    "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    "super.users": `User:ANONYMOUS;User:${username}`,
  };
}

/** A file of Java properties has one line for each. */
function inOneLine(pem: string): string {
  return pem.trim().replaceAll(/\r?\n/g, "\\n");
}
