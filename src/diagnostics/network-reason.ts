/** Describes errors of connections to servers: `ECONNREFUSED` is `the connection was refused`. */

const networkReasons: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ECONNRESET', 'the connection was reset'],
  ['EPIPE', 'the connection was closed'],
  ['UND_ERR_SOCKET', 'the connection was closed'],
  ['ENOTFOUND', 'the host is not known'],
  ['EAI_AGAIN', 'the name of the host cannot be looked up at present'],
  ['EHOSTUNREACH', 'the host is unreachable'],
  ['ENETUNREACH', 'the network is unreachable'],
  ['ETIMEDOUT', 'the connection timed out'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the connection timed out'],
  ['UND_ERR_HEADERS_TIMEOUT', 'the connection timed out'],
  ['UND_ERR_BODY_TIMEOUT', 'the connection timed out'],
]);

/** Maximum number of nested causes that are searched, because the causes of an error may be circular. */
const MAX_CAUSES = 8;

/** Returns an error and its causes, the outermost first. */
export function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause) causes.push(cause);
  return causes;
}

/** Returns the reason for a network error as a clause, searched along the causes of an error; undefined for other errors. */
export function networkReason(error: unknown): string | undefined {
  // After trying several addresses of a host, Node.js throws their errors as one.
  const errors = causesOf(error).flatMap((cause): unknown[] =>
    cause instanceof AggregateError ? [cause, ...cause.errors] : [cause],
  );
  for (const each of errors) {
    const code = each instanceof Error && 'code' in each ? each.code : undefined;
    const reason = typeof code === 'string' ? (networkReasons.get(code) ?? tlsReason(code)) : undefined;
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Codes of certificate errors that do not contain CERT (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const CERTIFICATE_CODES =
  /^(?:UNABLE_TO_|CRL_|ERROR_IN_CRL_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$)/;

/**
 * Returns why a TLS connection failed, as a clause; undefined if the error does not concern TLS.
 *
 * @param code the `code` of an error of Node.js
 */
function tlsReason(code: string): string | undefined {
  // A server without TLS answers in plain HTTP, which OpenSSL reads as an unknown version of TLS.
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') {
    return `the server answered without TLS; check whether its address begins with http:// (${code})`;
  }
  if (code.startsWith('ERR_SSL_')) return `no TLS connection was established (${code})`;
  if (code.includes('CERT') || CERTIFICATE_CODES.test(code)) return `its certificate is not accepted (${code})`;
  return code.startsWith('ERR_TLS_') ? `no TLS connection was established (${code})` : undefined;
}
