// A plan as a model presents it, for the gallery and tests.

import type { UserQuestion } from '../../shared/conversation/question.ts';
import type { ApprovalMode } from '../../shared/permission/permission.ts';

export const planText = `The check counts every row of \`events\`. It only has to know that the database answers.

## Steps

1. \`src/health.ts\`: ask \`SELECT 1\` instead of counting, with a time limit of two seconds.
2. Move the count to \`src/stats.ts\`, where the dashboard reads it.
3. Add a test with a database that does not answer.

## How it is checked

| What | Before | After |
| --- | ---: | ---: |
| median | 1,790 ms | below 10 ms |
| tests | 41 | 42 |

- [ ] \`npm test\`
- [ ] One request against the staging server, by you

> 索引暂不修改：先看仪表盘是否仍然需要这个计数。
`;

const given: ApprovalMode[] = ['ask', 'reads', 'edits', 'sandbox'];

export function planFixture(
  { text = planText, modes = given }: { text?: string; modes?: ApprovalMode[] } = {},
  change: Partial<UserQuestion> = {},
): UserQuestion {
  const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  return {
    questionId: 'plan1',
    messageId: 'm1',
    index: 0,
    from: { type: 'model' },
    message: 'Make the health check quick',
    plan: true,
    fields: [
      { name: 'decision', label: 'Decision', type: 'choice', required: true, options: options(['go_on', 'send_back']) },
      { name: 'plan', label: 'Plan', type: 'long_text', required: true, default: text },
      { name: 'mode', label: 'Mode', type: 'choice', required: true, options: options(modes), default: 'edits' },
      { name: 'words', label: 'Words', type: 'long_text', required: false },
    ],
    askedAt: new Date().toISOString(),
    ...change,
  };
}
