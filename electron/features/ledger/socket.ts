// A socket to a Postgres server, encrypted before anything is sent on it. The certificate and its name are always checked.

import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { describeThrown } from '../../../shared/core/errors.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import { secureContextOf, systemCertificates } from '../../providers/http/certificates.ts';
import type { LedgerAddress } from './address.ts';

/** Codes of errors. */
export const noTls = 'NO_TLS';
export const badCertificateFile = 'BAD_CERTIFICATE_FILE';

/** The request that precedes TLS in Postgres' protocol. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Rejects with errors that have a code. */
export async function openSocket({ host, port, tls }: LedgerAddress, ms: number): Promise<Socket> {
  const secureContext = tls === null ? null : await contextOf(tls.certificates);
  const socket = connectTcp({ host, port });
  const late = setTimeout(() => socket.destroy(failure('CONNECT_TIMEOUT')), ms);
  try {
    await event(socket, 'connect');
    if (secureContext === null) return socket;
    socket.write(sslRequest);
    const [answer] = await event(socket, 'data');
    // Bytes after the answer would not be encrypted.
    if (!Buffer.isBuffer(answer) || answer.length !== 1 || answer[0] !== 0x53) throw failure(noTls);
    const encrypted = connectTls({ socket, secureContext, host, ...(isIP(host) ? {} : { servername: host }) });
    await event(encrypted, 'secureConnect');
    return encrypted;
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  } finally {
    clearTimeout(late);
  }
}

async function contextOf(certificates: string | null): Promise<SecureContext> {
  try {
    return await secureContextOf(certificates ?? systemCertificates);
  } catch (thrown) {
    throw failure(badCertificateFile, textOf(describeThrown(thrown)));
  }
}

/** The event's arguments. The connection's end is a failure. */
function event(socket: Socket, name: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      socket.off(name, done).off('error', failed).off('close', closed);
    };
    const done = (...values: unknown[]): void => {
      stop();
      resolve(values);
    };
    const failed = (error: Error): void => {
      stop();
      // It may fail again while it is closed.
      socket.on('error', () => {});
      reject(error);
    };
    const closed = (): void => failed(failure('CONNECTION_CLOSED'));
    socket.on(name, done).on('error', failed).on('close', closed);
  });
}

function failure(code: string, message = code): Error {
  return Object.assign(new Error(message), { code });
}
