// Some files of a package are next to its archive: programs, and what threads load, since not every loader reads archives.

/** The real path of such a file, whose path appears to be in the archive; other paths stay as they are. */
export function unpacked(path: string): string {
  return path.replace(/\bapp\.asar\b(?!\.unpacked)/, 'app.asar.unpacked');
}
