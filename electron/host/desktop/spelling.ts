// Spell checking by Chromium. Nothing is checked and no dictionary is downloaded until the user has chosen languages; then
// Chromium downloads their dictionaries from Google's server. macOS has a checker of its own, in the system's languages.

import type { Session } from 'electron';

type Speller = Pick<Session, 'availableSpellCheckerLanguages' | 'setSpellCheckerEnabled' | 'setSpellCheckerLanguages'>;

/** Call before the first window: by default, Chromium downloads the dictionary of the system's language. */
export function stopSpelling(session: Speller, platform: NodeJS.Platform): void {
  session.setSpellCheckerEnabled(false);
  if (platform !== 'darwin') session.setSpellCheckerLanguages([]);
}

/** Languages without a dictionary are left out: Electron throws for them. */
export function applySpelling(session: Speller, platform: NodeJS.Platform, chosen: readonly string[]): void {
  if (platform === 'darwin') {
    session.setSpellCheckerEnabled(chosen.length > 0);
    return;
  }
  const languages = chosen.filter((each) => session.availableSpellCheckerLanguages.includes(each));
  session.setSpellCheckerLanguages(languages);
  session.setSpellCheckerEnabled(languages.length > 0);
}
