// An error like those of the file system.

export function systemError(code: string, path = 'a file of the test'): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
