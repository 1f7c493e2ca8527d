/** Codes of certificate errors that do not contain CERT (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const CERTIFICATE_CODES =
  /^(?:UNABLE_TO_|CRL_|ERROR_IN_CRL_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$)/;

/**
 * Returns why a TLS connection failed, as a clause; undefined if the error does not concern TLS.
 *
 * @param code the `code` of an error of Node.js
 */
export function tlsReason(code: string): string | undefined {
  // A server without TLS answers in plain HTTP, which OpenSSL reads as an unknown version of TLS.
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') {
    return `the server answered without TLS; check whether its address begins with http:// (${code})`;
  }
  if (code.startsWith('ERR_SSL_')) return `no TLS connection was established (${code})`;
  if (code.includes('CERT') || CERTIFICATE_CODES.test(code)) return `its certificate is not accepted (${code})`;
  return code.startsWith('ERR_TLS_') ? `no TLS connection was established (${code})` : undefined;
}
