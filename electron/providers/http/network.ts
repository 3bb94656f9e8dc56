// Explains connection failures from the error codes in Node's cause chain.

import { describeThrown, type ErrorCode, errorSentence } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { ReachError } from './reachError.ts';

interface NetworkProblem {
  code: ErrorCode;
  message: Sentence;
  retryable: boolean;
  /** Nothing at the address accepts connections, or it does not exist. */
  isUnreachable?: true;
}

/** Valid certificates from an untrusted issuer. */
const unknownAuthorities: ReadonlySet<string> = new Set([
  // A trusted issuer has the same name, but another one signed it.
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

export function networkProblem(thrown: unknown, host: string): NetworkProblem {
  if (thrown instanceof ReachError) {
    return { code: 'LLM_NETWORK', message: errorSentence(thrown), retryable: thrown.retryable };
  }
  const { code, message } = rootCause(thrown);
  const network = (message: Sentence, retryable = true): NetworkProblem => ({
    code: 'LLM_NETWORK',
    message,
    retryable,
  });
  const unreachable = (message: Sentence): NetworkProblem => ({ ...network(message), isUnreachable: true });
  switch (code) {
    case 'ECONNREFUSED':
      return unreachable(say`Nothing responds at ${host}: the connection was refused. Is the server running?`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return unreachable(say`The host ${host} was not found. Check the address and your network.`);
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return network(say`${host} closed the connection before it responded.`);
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return network(say`${host} could not be reached in time.`);
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'ENETDOWN':
      return network(say`There is no network route to ${host} (${code}). Check your network.`);
  }
  if (unknownAuthorities.has(code)) {
    return network(
      say`The certificate of ${host} is not signed by a trusted authority (${code}). If your network or server has its own authority, enter its PEM file as this provider’s certificate in Settings, or enter system to trust the authorities of this machine.`,
      false,
    );
  }
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST/.test(code)) {
    return network(
      say`${host} does not support HTTPS. Use an address that starts with http://, or a different port.`,
      false,
    );
  }
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code)) {
    return network(say`The connection to ${host} is not secure: ${message} (${code}).`, false);
  }
  if (/^bad port$/.test(message)) {
    return network(
      say`${host} uses a port reserved for other services, so nothing was sent. Use a different port.`,
      false,
    );
  }
  const reason = message.replace(/\.+$/, '');
  return network(
    code
      ? say`The connection to ${host} failed: ${reason} (${code}).`
      : say`The connection to ${host} failed: ${reason}.`,
  );
}

/** Returns the innermost cause with a code, else the innermost; for several attempts (IPv6, IPv4), the first. */
function rootCause(thrown: unknown): { code: string; message: string } {
  let reason = { code: '', message: describeThrown(thrown) };
  let at: unknown = thrown;
  for (let depth = 0; depth < 8 && typeof at === 'object' && at !== null; depth++) {
    const { code, cause, errors } = at as { code?: unknown; cause?: unknown; errors?: unknown };
    if (typeof code === 'string') reason = { code, message: describeThrown(at) };
    else if (reason.code === '') reason = { code: '', message: describeThrown(at) };
    at = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return reason;
}
