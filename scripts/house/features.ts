// Measures how scattered a feature is: folders with files named after it, and files that import many features.

import path from 'node:path';
import type { SourceFile } from './graph.ts';

/** The measured features, by the word in their file names. */
export const measuredFeatures = {
  hooks: 'hook',
  presets: 'preset',
  worktrees: 'worktree',
  customizations: 'customization',
  import: 'import',
  mcp: 'mcp',
};

export type MeasuredFeature = keyof typeof measuredFeatures;

const features = Object.keys(measuredFeatures) as MeasuredFeature[];

/** A file that imports this many measured features wires them together. */
const wiringCount = 4;

/**
 * Returns the folders with a file named after the feature. A folder named after it counts once, with everything in it.
 */
export function foldersOf(feature: MeasuredFeature, files: Iterable<string>): string[] {
  const folders = [...files].filter((file) => isNamedAfter(feature, file)).map((file) => homeOf(feature, file));
  return [...new Set(folders)].sort();
}

/** Returns the files that import most of the measured features and belong to none of them. */
export function wiringFiles(files: ReadonlyMap<string, SourceFile>): string[] {
  return [...files.values()]
    .filter(({ path: file, named }) => {
      const imported = features.filter((feature) =>
        named.some(({ specifier }) => specifier?.startsWith('.') && isNamedAfter(feature, specifier)),
      );
      return imported.length >= wiringCount && !features.some((feature) => isNamedAfter(feature, file));
    })
    .map(({ path: file }) => file)
    .sort();
}

function homeOf(feature: MeasuredFeature, file: string): string {
  const folders = path.posix.dirname(file).split('/');
  const folderIndex = folders.findIndex((folder) => isNamedAfter(feature, folder));
  return folders.slice(0, folderIndex === -1 ? undefined : folderIndex + 1).join('/');
}

function isNamedAfter(feature: MeasuredFeature, file: string): boolean {
  const word = measuredFeatures[feature];
  const nameParts = file.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return nameParts.some((one) => [word, `${word}s`].includes(one.toLowerCase()));
}
