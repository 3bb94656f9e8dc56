// Replaces `${NAME}` and `${NAME:-instead}` in a configuration: environment variables, `${keychain:NAME}` for this
// server's secrets, `${workspaceFolder}` for the project's folder. Pure except for the lookups.

import { ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { Environment } from '../../lib/environment.ts';
import { isSecretVariable } from '../../tools/process/secretVariables.ts';
import { toolFailure } from '../../tools/toolOutput.ts';

export interface Reference {
  kind: 'environment' | 'keychain' | 'folder' | 'unknown';
  name: string;
  /** Fallback for an unset variable. */
  instead: string | null;
}

const pattern = /\$\{([^{}]*)\}/g;
const folderNames = ['workspaceFolder', 'workspaceRoot', 'projectFolder'];

export function findReferences(text: string): Reference[] {
  return [...text.matchAll(pattern)].map(([, inner = '']) => referenceOf(inner));
}

function referenceOf(inner: string): Reference {
  const [, name = '', instead = null] = /^(.*?)(?::-(.*))?$/s.exec(inner) ?? [];
  if (folderNames.includes(name)) return { kind: 'folder', name, instead };
  const keychain = /^keychain:([\w.-]{1,100})$/.exec(name)?.[1];
  if (keychain !== undefined) return { kind: 'keychain', name: keychain, instead: null };
  const variable = /^(?:env:)?([A-Za-z_]\w{0,199})$/.exec(name)?.[1];
  if (variable !== undefined) return { kind: 'environment', name: variable, instead };
  return { kind: 'unknown', name: inner, instead: null };
}

/** Replaces only the folder. */
export function expandFolder(text: string, folder: string | null): string {
  if (folder === null) return text;
  return text.replaceAll(pattern, (match, inner: string) => (referenceOf(inner).kind === 'folder' ? folder : match));
}

/** Replaces variables with their fallbacks. */
export function withoutVariables(text: string): string {
  return text.replaceAll(pattern, (match, inner: string) => referenceOf(inner).instead ?? match);
}

/** Whether a reference is secret, by its name or its value in `env`. */
export function isSecretReference({ kind, name }: Reference, env: Environment): boolean {
  return kind === 'keychain' || (kind === 'environment' && isSecretVariable(name, env[name] ?? ''));
}

/** Replaces all references; fails on the first unresolvable one. */
export async function expandVariables(
  text: string,
  lookUp: (reference: Reference) => Promise<Result<string | null>>,
): Promise<Result<string>> {
  let result = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const reference = referenceOf(match[1] ?? '');
    const value = await lookUp(reference);
    if (!value.ok) return value;
    const used = value.value ?? reference.instead;
    if (used === null) return toolFailure(missing(reference));
    result += text.slice(end, match.index) + used;
    end = match.index + match[0].length;
  }
  return ok(result + text.slice(end));
}

function missing({ kind, name }: Reference): Sentence {
  if (kind === 'keychain') return say`The keychain has no ${name} for this server. Edit the server and enter it`;
  if (kind === 'folder') return say`It needs a project folder, and this conversation has none`;
  if (kind === 'environment') return say`The environment variable ${name} is not set`;
  return say`\${${name}} is not known here; write \${keychain:NAME} and enter the value as a secret`;
}
