// What a tool of the app's own says of its failure, in the language of the window where its sentence is known. What came from
// elsewhere, and what no form knows, stays as it is.

import { isBuiltInTool } from '../../../shared/toolInfo.ts';
import { strings } from '../../core/strings.ts';

export function toolSaid(name: string, text: string): string {
  if (!isBuiltInTool(name) || name === 'run_agent') return text;
  const { host } = strings.sentences;
  const whole = host(text);
  if (whole !== text) return whole;
  const begun = text.replace(/^Error: /, '');
  const said = host(begun);
  return said === begun ? text : said;
}
