// A first name for this device, such as “Chrome on Android”, from how the browser describes itself. The user can change it.

import { remoteWords } from './words.ts';

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
];

export function guessName(agent: string = navigator.userAgent): string {
  const texts = remoteWords.pairing;
  const nameIn = (names: typeof systems) => names.find(([pattern]) => pattern.test(agent))?.[1];
  return texts.device(nameIn(browsers) ?? texts.browser, nameIn(systems) ?? texts.unknownSystem);
}
