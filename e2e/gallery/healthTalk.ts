// Conversations that several scenes build on.

import { type Script, script } from './conversationFixture.ts';
import * as texts from './texts.ts';

/** The model has inspected the project, but not reported yet. */
export function healthTalk(): Script {
  return script()
    .user('The health check has become slow. Find out why, and fix it if it is simple.')
    .asks('I will look at the project first.', ['list_files', {}], ['search_files', { pattern: 'count\\(\\*\\)' }])
    .result(texts.listing, { duration: 12, details: { entries: 10, bytes: 410 } })
    .result(texts.matches, { duration: 48, details: { matches: 3, bytes: 300 } })
    .asks(null, ['read_file', { path: 'src/health.ts' }])
    .result(texts.fileText, { duration: 4, details: { bytes: 14_200 } });
}

/** The same in Chinese, including the report. */
export function chineseHealthTalk(): Script {
  return script()
    .user('健康检查变慢了，请找出原因；如果改起来简单，就直接修好。')
    .asks('我先看一下项目里的文件。', ['list_files', {}], ['read_file', { path: 'src/健康检查.ts' }])
    .result(texts.listing, { duration: 12, details: { entries: 10, bytes: 410 } })
    .result(texts.fileText, { duration: 4, details: { bytes: 14_200 } })
    .says(texts.chineseReply);
}
