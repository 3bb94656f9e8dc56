// The conversation that several scenes go on from.

import { type Script, script } from './conversationFixture.ts';
import * as texts from './texts.ts';

/** The project was looked at; what was found out is not said yet. */
export function healthTalk(): Script {
  return script()
    .user('The health check has become slow. Find out why, and fix it if it is simple.')
    .asks('I will look at the project first.', ['list_files', {}], ['search_files', { pattern: 'count\\(\\*\\)' }])
    .result(texts.listing, { duration: 12, details: { entries: 10, bytes: 410 } })
    .result(texts.matches, { duration: 48, details: { matches: 3, bytes: 300 } })
    .asks(null, ['read_file', { path: 'src/health.ts' }])
    .result(texts.fileText, { duration: 4, details: { bytes: 14_200 } });
}
