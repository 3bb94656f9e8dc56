// English strings for backups and restores.

const conversations = (count: number, what: string): string =>
  count === 1 ? `1 ${what}conversation` : `${count} ${what}conversations`;

export const catalog = {
  title: 'Backups',
  intro: 'A backup contains everything except your keys. After the first one, only what’s new is written.',
  folder: 'Folder',
  folderHint: 'Best on another drive.',
  choose: 'Choose…',
  every: 'When',
  times: { off: 'Manually', quit: 'When you quit', daily: 'Every day', weekly: 'Every week' },
  keep: 'Backups to keep',
  keepHint: 'From 1 to 1,000. Older ones are deleted.',
  keepBad: 'Enter a whole number from 1 to 1,000.',
  encrypted: 'Encrypt with a passphrase',
  encryptedHint: 'Without the passphrase, nobody can open a backup. Keep it somewhere else, too.',
  passphrase: 'Passphrase',
  passphraseHint: 'At least 8 characters. It’s saved in the system keychain.',
  passphraseMemory: 'There is no system keychain, so it must be entered again after each start.',
  passphraseSaved: 'A passphrase is saved. Enter another one to change it; the next backup will then be a full one.',
  save: 'Save',
  now: 'Back up now',
  cancel: 'Cancel',
  progress: (size: string) => `${size} so far…`,
  last: (time: string, size: string) => `Last backup: ${time}, ${size}.`,
  lastSame: (time: string) => `Last backup: ${time}. Nothing had changed.`,
  lastFailed: (time: string) => `The last backup failed (${time}):`,
  leftOut: (count: number) =>
    count === 1 ? '1 file could not be backed up.' : `${count} files could not be backed up.`,
  restoreTitle: 'Restore',
  restoreIntro: 'Adds what this app doesn’t have. Nothing here is replaced or removed.',
  from: 'Backup',
  fromHint: 'A backup file, or a folder with backups.',
  key: 'Passphrase or age key',
  keyHint: 'Only for encrypted backups.',
  check: 'Check',
  checking: 'Checking…',
  found: (time: string, version: string) => `Backup from ${time}, made by version ${version}.`,
  contains: (added: number, merged: number, files: number) =>
    `${conversations(added, 'new ')}, ${merged} to merge, ${files === 1 ? '1 other new file' : `${files} other new files`}.`,
  kept: (count: number) =>
    count === 1 ? '1 file exists here and stays as it is.' : `${count} files exist here and stay as they are.`,
  damaged: (count: number) => (count === 1 ? '1 place is damaged:' : `${count} places are damaged:`),
  problem: (path: string, reason: string) => `${path}: ${reason}`,
  code: 'Recovery code',
  codeHint: 'The data in this backup is encrypted. Without the code, its titles and project names are not restored.',
  permissions: 'Also restore permissions and approvals',
  permissionsHint: 'What the backup allows then runs here without asking. Only for your own backups.',
  restore: 'Restore',
  salvage: 'Restore what is intact',
  restored: (added: number, merged: number) => `Restored: ${conversations(added, 'new ')}, ${merged} merged.`,
} as const;
