// What the model should know of the moment: the date, the folder, the system. It is stored as a record at the place where
// it changed, so that earlier requests stay a prefix of later ones, over midnight too.

import type { Message, NewMessage } from '../../shared/conversation/message.ts';

export interface Environment {
  now: Date;
  folder: string | null;
  platform: string;
}

const platformNames: Record<string, string> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

/** The record to store before the person's message; null when the last one on the branch still holds. */
export function environmentRecord(branch: readonly Message[], environment: Environment): NewMessage | null {
  const content = environmentText(environment);
  const last = branch.findLast((message) => message.partType === 'environment');
  if (last?.content === content) return null;
  return { role: 'system', partType: 'environment', content };
}

function environmentText(environment: Environment): string {
  const { now } = environment;
  const pad = (value: number): string => String(value).padStart(2, '0');
  return [
    '[Environment]',
    `Date: ${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`,
    `Operating system: ${platformNames[environment.platform] ?? environment.platform}`,
    environment.folder === null
      ? 'There is no project folder: file tools are not available.'
      : `Project folder: ${environment.folder}`,
  ].join('\n');
}
