// Reports what undo does not cover, as sentences for the user.

import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';

type Reason = 'ignored' | 'large' | 'special' | 'unreadable' | 'secret' | 'odd' | 'device' | 'many' | 'late';

const reasons: Record<Reason, (names: UserText) => Sentence> = {
  ignored: (names) => say`Not covered because the folder is large and .gitignore excludes it: ${names}.`,
  large: (names) => say`Not covered because it is larger than 32 MB, or more than 128 MB in total: ${names}.`,
  special: (names) => say`Not covered because it is a pipe, a socket or a device: ${names}.`,
  unreadable: (names) => say`Not covered because it could not be read: ${names}.`,
  secret: (names) => say`Not covered because it contains one of the app’s keys, which are never stored: ${names}.`,
  odd: (names) => say`Not covered because the name is not valid text: ${names}.`,
  device: (names) => say`Not covered because it is on another file system: ${names}.`,
  many: (names) => say`Not covered because too many new files were created: ${names}.`,
  late: (names) => say`Not covered because scanning the folder took too long: ${names}.`,
};

const maxShownNames = 5;

export interface OmissionReport {
  add(reason: Reason, path: UserText): void;
  sentences(): Sentence[];
}

export function createOmissionReport(): OmissionReport {
  const namesByReason = new Map<Reason, { names: UserText[]; more: number }>();
  return {
    add(reason, path) {
      const entry = namesByReason.get(reason) ?? { names: [], more: 0 };
      namesByReason.set(reason, entry);
      if (entry.names.length < maxShownNames) entry.names.push(path);
      else entry.more++;
    },
    sentences: () =>
      [...namesByReason].map(([reason, { names, more }]) =>
        reasons[reason](more > 0 ? say`${say.list(names)} and ${more.toLocaleString('en-US')} more` : say.list(names)),
      ),
  };
}
