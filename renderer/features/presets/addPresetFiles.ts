// Sends picked preset files to the host as bytes; the host reports the outcome of each.

import { toBase64 } from '../../core/state/base64.ts';
import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { presetWords } from './words.ts';

const words = presetWords.page;
const maxBytes = 1024 * 1024;

export async function addPresetFiles({ actions, toasts }: Session, files: readonly File[]): Promise<void> {
  let count = 0;
  const wrong = (message: string): void => void toasts.show({ tone: 'error', message });
  for (const file of files) {
    const name = visibleText(file.name);
    if (file.size > maxBytes) {
      wrong(words.tooLarge(name));
      continue;
    }
    const bytes = await file.arrayBuffer().catch(() => null);
    if (bytes === null) {
      wrong(strings.attachments.unreadable);
      continue;
    }
    const answer = await actions.call('preset.import', { name: file.name, base64: toBase64(new Uint8Array(bytes)) });
    if (!answer.ok) {
      actions.report(answer.error);
      continue;
    }
    count += answer.value.imported.length;
    for (const { preset, left } of answer.value.imported) {
      if (left.length > 0) actions.say(words.left(visibleText(preset.name), visibleText(left.join(', '))));
    }
    for (const { message } of answer.value.problems) {
      wrong(strings.sentences.pair(name, strings.sentences.host(message)));
    }
  }
  if (count > 0) actions.say(words.imported(count));
}
