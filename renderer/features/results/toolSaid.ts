// What a tool of the app's own says of its failure, in the language of the window where its sentence has words. What came from
// elsewhere stays as it is.

import { readSentenceData } from '../../../shared/sentence.ts';
import { isBuiltInTool } from '../../../shared/toolInfo.ts';
import { englishOf } from '../../core/strings/hostTranslations.ts';
import { strings } from '../../core/strings.ts';

export function toolSaid(name: string, text: string, said: unknown): string {
  if (!isBuiltInTool(name) || name === 'run_agent') return text;
  const begun = text.replace(/^Error: /, '');
  const read = readSentenceData(said);
  const words = strings.sentences.host(read ?? begun);
  return words === begun || (read !== null && words === englishOf(read)) ? text : words;
}
