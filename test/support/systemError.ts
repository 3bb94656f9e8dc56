// An error as the file system throws it.

export function systemError(code: string, path = 'a file of the test'): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
