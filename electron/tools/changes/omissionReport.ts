// What is not covered, as sentences for people.

import { type Sentence, say, type UserText } from '../../../shared/sentence.ts';

export type Reason = 'ignored' | 'large' | 'special' | 'unreadable' | 'secret' | 'odd' | 'device' | 'many' | 'late';

const reasons: Record<Reason, (names: UserText) => Sentence> = {
  ignored: (names) => say`What .gitignore leaves out is not covered, because the folder is large: ${names}.`,
  large: (names) => say`Larger than 32 MB, or together more than 128 MB, and so not covered: ${names}.`,
  special: (names) => say`A pipe, a socket or a device is not covered: ${names}.`,
  unreadable: (names) => say`Could not be read, and so is not covered: ${names}.`,
  secret: (names) => say`It holds a key of the app's, which is never stored, and so is not covered: ${names}.`,
  odd: (names) => say`A name that is no valid text is not covered: ${names}.`,
  device: (names) => say`Another file system is not covered: ${names}.`,
  many: (names) => say`More new files were made than can be kept; these and what is in them are not covered: ${names}.`,
  late: (names) => say`The folder could not be looked through in time; not covered: ${names}.`,
};

const shown = 5;

export interface OmissionReport {
  add(reason: Reason, path: UserText): void;
  sentences(): Sentence[];
}

export function createOmissionReport(): OmissionReport {
  const found = new Map<Reason, { names: UserText[]; more: number }>();
  return {
    add(reason, path) {
      const entry = found.get(reason) ?? { names: [], more: 0 };
      found.set(reason, entry);
      if (entry.names.length < shown) entry.names.push(path);
      else entry.more++;
    },
    sentences: () =>
      [...found].map(([reason, { names, more }]) =>
        reasons[reason](more > 0 ? say`${say.list(names)} and ${more.toLocaleString('en-US')} more` : say.list(names)),
      ),
  };
}
