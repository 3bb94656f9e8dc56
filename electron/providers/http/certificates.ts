// Which authorities a connection trusts: those that Node brings, the system's, and those in a file of the person. Both lists
// together take a moment, so they are made for those only who ask for them.

import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import { describeThrown, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { ReachError } from './reachError.ts';

/** The word for the system's own, without a file. */
export const systemCertificates = 'system';

const maxFileLength = 4 * 1024 * 1024;

/** Its path, with the home folder for `~`; refused where it depends on where the app was started. */
export function certificatePath(text: string): Result<string> {
  const path = /^~[/\\]/.test(text) ? join(homedir(), text.slice(2)) : text;
  if (isAbsolute(path)) return ok(path);
  return fail(
    'SETTINGS_INVALID',
    say`Enter the whole path of the certificate file, such as /etc/ssl/company.pem, or the word system.`,
  );
}

/** `certificate`: a path, or `system`. Throws a ReachError that says what is wrong with the file. */
export async function secureContextOf(certificate: string): Promise<SecureContext> {
  const own = certificate === systemCertificates ? [] : await certificatesIn(certificate);
  try {
    // A context passes over what it cannot read, and then nobody would know why the server is not trusted.
    for (const each of own) new X509Certificate(each);
    return createSecureContext({ ca: [...known(), ...own] });
  } catch (thrown) {
    throw new ReachError(say`The certificate file ${certificate} cannot be used: ${describeThrown(thrown)}.`);
  }
}

async function certificatesIn(path: string): Promise<string[]> {
  let text: string;
  try {
    text = (await readFile(path)).subarray(0, maxFileLength).toString('latin1');
  } catch (thrown) {
    const { code } = thrown as { code?: unknown };
    const why = code === 'ENOENT' ? say`there is no such file` : describeThrown(thrown);
    throw new ReachError(say`The certificate file ${path} could not be read: ${why}.`);
  }
  const found = text.match(/-----BEGIN (TRUSTED )?CERTIFICATE-----[^-]+-----END (TRUSTED )?CERTIFICATE-----/g);
  if (found) return found;
  throw new ReachError(
    say`The file ${path} has no certificate in it: it should be text with “-----BEGIN CERTIFICATE-----” (PEM).`,
  );
}

/** Some runtimes do not tell the system's. */
function known(): string[] {
  try {
    return [...getCACertificates('default'), ...getCACertificates('system')];
  } catch {
    return [...rootCertificates];
  }
}
