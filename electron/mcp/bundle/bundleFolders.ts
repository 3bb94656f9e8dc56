// The folders that a bundle's manifest can name, and the replacement of its variables. Each text is replaced once: variables
// in a value stay as they are.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../lib/environment.ts';

export interface UserFolders {
  home: string;
  desktop: string;
  documents: string;
  downloads: string;
}

export interface BundleFolders extends UserFolders {
  /** The files of the bundle. */
  root: string;
  /** Where its server may write. */
  data: string;
  separator: string;
}

/** On Linux, these folders have names in the user's language. */
export async function userFolders(home: string, env: Environment): Promise<UserFolders> {
  const file = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'user-dirs.dirs');
  const text = process.platform === 'linux' ? await readFile(file, 'utf8').catch(() => '') : '';
  const folder = (key: string, otherwise: string): string => {
    const value = new RegExp(`^XDG_${key}_DIR="((?:\\$HOME)?/[^"\\\\]*)"`, 'm').exec(text)?.[1];
    return value === undefined ? join(home, otherwise) : value.replace('$HOME', () => home);
  };
  return {
    home,
    desktop: folder('DESKTOP', 'Desktop'),
    documents: folder('DOCUMENTS', 'Documents'),
    downloads: folder('DOWNLOAD', 'Downloads'),
  };
}

const variable = /\$\{([^{}]*)\}/g;

/** `lookUp` gets the name of a variable that is no place; null leaves it as it is. */
export function replaceVariables(
  text: string,
  places: UserFolders & Partial<BundleFolders>,
  lookUp: (name: string) => string | null,
  literal: (text: string) => string = (each) => each,
): string {
  let result = '';
  let end = 0;
  for (const match of text.matchAll(variable)) {
    const name = match[1] ?? '';
    const place = placeOf(name, places);
    const value = place === undefined ? lookUp(name) : literal(place);
    result += literal(text.slice(end, match.index)) + (value ?? literal(match[0]));
    end = match.index + match[0].length;
  }
  return result + literal(text.slice(end));
}

function placeOf(name: string, places: UserFolders & Partial<BundleFolders>): string | undefined {
  if (name === '__dirname') return places.root;
  if (name === 'HOME') return places.home;
  if (name === 'DESKTOP') return places.desktop;
  if (name === 'DOCUMENTS') return places.documents;
  if (name === 'DOWNLOADS') return places.downloads;
  return name === '/' || name === 'pathSeparator' ? places.separator : undefined;
}

/** Names of the variables in a text. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(variable)].map(([, name = '']) => name);
}
