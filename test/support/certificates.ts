// Certificates for tests, made with openssl: an authority, and certificates of 127.0.0.1 that are good or bad.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const config = `
[ca]
default_ca = own
[own]
new_certs_dir = .
database = index.txt
serial = serial
policy = any
default_md = sha256
unique_subject = no
copy_extensions = copy
[any]
commonName = supplied
[req]
distinguished_name = any
[authority]
basicConstraints = critical, CA:true
`;

export interface CertificateFiles {
  certificate: string;
  key: string;
}

/** `issue` makes a certificate for `name`, such as `IP:127.0.0.1`; a missing date is long past or far ahead. */
export function certificateAuthority(folder: string): {
  certificate: string;
  issue(file: string, name: string, until?: string): CertificateFiles;
} {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config'), config);
  writeFileSync(join(folder, 'index.txt'), '');
  writeFileSync(join(folder, 'serial'), '01\n');
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, {
      cwd: folder,
      stdio: 'pipe',
      env: { PATH: process.env.PATH, OPENSSL_CONF: join(folder, 'config') },
    });
  };
  const request = (file: string, ...more: string[]): void =>
    openssl(
      ...['req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-config', 'config'],
      ...['-keyout', `${file}.key`, '-out', `${file}.csr`, '-subj', `/CN=${file}`, ...more],
    );
  const sign = (file: string, until: string, ...more: string[]): void =>
    openssl(
      ...['ca', '-batch', '-notext', '-config', 'config', '-in', `${file}.csr`, '-out', `${file}.pem`],
      ...['-startdate', '20010101000000Z', '-enddate', until, ...more],
    );
  request('authority');
  sign('authority', '20490101000000Z', '-selfsign', '-keyfile', 'authority.key', '-extensions', 'authority');
  return {
    certificate: join(folder, 'authority.pem'),
    issue(file, name, until = '20490101000000Z') {
      request(file, '-addext', `subjectAltName=${name}`);
      sign(file, until, '-cert', 'authority.pem', '-keyfile', 'authority.key');
      return { certificate: join(folder, `${file}.pem`), key: join(folder, `${file}.key`) };
    },
  };
}
