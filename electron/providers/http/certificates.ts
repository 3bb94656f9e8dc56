// Builds the trusted certificate authorities: Node's, the system's, and those from the user's file. Loading them is
// slow, so this happens on demand.

import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import { describeThrown, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { ReachError } from './reachError.ts';

/** Selects the system's authorities only. */
export const systemCertificates = 'system';

const maxFileBytes = 4 * 1024 * 1024;

/** Resolves the path, expanding `~`; rejects relative paths, which would depend on the working directory. */
export function certificatePath(text: string): Result<string> {
  const path = /^~[/\\]/.test(text) ? join(homedir(), text.slice(2)) : text;
  if (isAbsolute(path)) return ok(path);
  return fail(
    'SETTINGS_INVALID',
    say`Enter the full path of the certificate file, such as /etc/ssl/company.pem, or the word system.`,
  );
}

/** `certificate`: a path, or `system`. Throws a ReachError for an unusable file. */
export async function secureContextOf(certificate: string): Promise<SecureContext> {
  const ownCertificates = certificate === systemCertificates ? [] : await certificatesIn(certificate);
  try {
    // TLS contexts silently ignore invalid certificates; report them instead.
    for (const each of ownCertificates) new X509Certificate(each);
    return createSecureContext({ ca: [...systemAuthorities(), ...ownCertificates] });
  } catch (thrown) {
    throw new ReachError(say`The certificate file ${certificate} cannot be used: ${describeThrown(thrown)}.`);
  }
}

async function certificatesIn(path: string): Promise<string[]> {
  let text: string;
  try {
    text = (await readFile(path)).subarray(0, maxFileBytes).toString('latin1');
  } catch (thrown) {
    const { code } = thrown as { code?: unknown };
    const why = code === 'ENOENT' ? say`there is no such file` : describeThrown(thrown);
    throw new ReachError(say`The certificate file ${path} could not be read: ${why}.`);
  }
  const pemBlocks = text.match(/-----BEGIN (TRUSTED )?CERTIFICATE-----[^-]+-----END (TRUSTED )?CERTIFICATE-----/g);
  if (pemBlocks) return pemBlocks;
  throw new ReachError(
    say`The file ${path} contains no certificate. It should be text with “-----BEGIN CERTIFICATE-----” (PEM).`,
  );
}

/** Some runtimes cannot read the system store. */
function systemAuthorities(): string[] {
  try {
    return [...getCACertificates('default'), ...getCACertificates('system')];
  } catch {
    return [...rootCertificates];
  }
}
