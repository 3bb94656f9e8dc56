// A database that is derived from the data and that another version of the app made. It is not damaged: it is made again, and
// nobody needs to be warned.

export class OtherVersion extends Error {
  constructor(version: number) {
    super(`it has version ${version}`);
  }
}
