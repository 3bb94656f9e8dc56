// Rules, tools and forms for the gallery and tests.

import type { ListedTool } from '../../renderer/core/state/toolLists.ts';
import type { QuestionField, UserQuestion } from '../../shared/conversation/question.ts';
import type { RuleInfo } from '../../shared/features/approvals/ruleMethods.ts';
import type { PermissionRule } from '../../shared/permission/permission.ts';

const hour = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * hour).toISOString();

export const longCommand = [
  "cat > build.sh <<'END'",
  ...Array.from({ length: 60 }, (_, index) => `echo "step ${index + 1}: 编译第 ${index + 1} 个模块" >> build.log`),
  'END',
  'bash build.sh && rm -rf build.sh',
].join('\n');

export const toolArguments = JSON.stringify(
  {
    owner: 'harbour',
    repo: 'harbour-api',
    title: '健康检查太慢：每次都统计 events 表的全部行数',
    body: 'The check counts all rows.\n\nIt should ask for one.\u200b',
    labels: ['bug', 'performance'],
    assignees: [],
  },
  null,
  2,
);

export const everyField: QuestionField[] = [
  { name: 'name', label: 'Name of the service', type: 'text', required: true, description: 'As the dashboard has it.' },
  { name: 'why', label: '为什么要改？', type: 'long_text', required: false, default: '检查太慢' },
  { name: 'limit', label: 'Limit in seconds', type: 'number', required: true, default: 2.5, minimum: 0.1, maximum: 30 },
  { name: 'tries', label: 'Tries', type: 'integer', required: false, minimum: 1, maximum: 10 },
  { name: 'mail', label: 'Who hears of it', type: 'text', format: 'email', required: false },
  { name: 'day', label: 'From', type: 'text', format: 'date', required: false },
  {
    name: 'query',
    label: 'What should the check ask?',
    type: 'choice',
    required: true,
    allowOther: true,
    options: [
      { value: 'one', label: 'SELECT 1' },
      { value: 'ping', label: 'A ping of the pool' },
      {
        value: 'long',
        label: 'A table of its own with one row, which is written every minute and read by each check in turn',
      },
    ],
  },
  {
    name: 'region',
    label: 'Region',
    type: 'choice',
    required: false,
    options: ['eu-north', 'eu-west', 'eu-south', 'us-east', 'us-west', 'ap-south', 'ap-east', '华北'].map((value) => ({
      value,
      label: value,
    })),
  },
  {
    name: 'tell',
    label: 'Tell',
    type: 'choices',
    required: false,
    default: ['team'],
    options: [
      { value: 'team', label: 'The team' },
      { value: 'customers', label: '客户' },
    ],
  },
  { name: 'now', label: 'Do it now', type: 'boolean', required: false, description: 'Otherwise tonight at two.' },
];

export function questionFixture(change: Partial<UserQuestion> = {}): UserQuestion {
  return {
    questionId: 'q1',
    messageId: 'm1',
    index: 0,
    from: { type: 'model' },
    message: 'The health check needs a decision before I change it. 请先确认以下内容。',
    fields: everyField,
    askedAt: new Date().toISOString(),
    ...change,
  };
}

function rule(id: string, change: Partial<PermissionRule>, what: string, where: string): RuleInfo {
  return {
    what,
    where,
    rule: {
      id,
      effect: 'allow',
      match: { tool: 'run_command' },
      scope: { type: 'always' },
      origin: { type: 'settings' },
      createdAt: ago(30),
      lastUsedAt: null,
      ...change,
    },
  };
}

export const rules: RuleInfo[] = [
  rule(
    'r1',
    {
      match: { tool: 'run_command', command: ['npm', 'test'] },
      scope: { type: 'project', projectId: 'p1' },
      origin: { type: 'answer', conversationId: 'c2', messageId: 'm1' },
      createdAt: ago(1),
      lastUsedAt: ago(0.2),
    },
    'Commands that start with `npm test`',
    'In the project harbour-api',
  ),
  rule(
    'r2',
    { effect: 'deny', match: { tool: 'run_command', command: ['git', 'push'] } },
    'Commands that start with `git push`',
    'Everywhere',
  ),
  rule(
    'r3',
    {
      match: { tool: 'write_file', path: '文档/记账本/**' },
      scope: { type: 'conversation', conversationId: 'c3' },
      origin: { type: 'answer', conversationId: 'c3', messageId: 'm1' },
      createdAt: ago(70),
      lastUsedAt: ago(60),
    },
    'Writing files of 文档/记账本/**',
    'In this conversation: 把三月的账单按类别汇总，并生成一份图表',
  ),
  rule(
    'r4',
    {
      effect: 'ask',
      match: { tool: '*', server: 'github-enterprise-with-a-rather-long-name-that-has-to-wrap-somewhere-in-the-list' },
      origin: { type: 'answer', conversationId: 'gone', messageId: 'm1' },
      createdAt: ago(900),
    },
    'Every tool from the server github-enterprise-with-a-rather-long-name-that-has-to-wrap-somewhere-in-the-list',
    'Everywhere',
  ),
  rule(
    'r5',
    { match: { tool: 'run_command', command: ['docker\u202e', 'compose'] }, lastUsedAt: ago(3) },
    'Commands that start with `docker\u202e compose`',
    'Everywhere',
  ),
  rule(
    'r6',
    { match: { tool: 'fetch_url', origin: 'https://example.com' }, scope: { type: 'project', projectId: 'p2' } },
    'Pages of https://example.com',
    'In the project 记账本',
  ),
  rule(
    'r7',
    { effect: 'deny', match: { tool: 'read_file', path: '**/.env' } },
    'Reading files of **/.env',
    'Everywhere',
  ),
];

const schema = (properties: Record<string, unknown>, required: string[] = []): Record<string, unknown> => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const text = (description: string): Record<string, unknown> => ({ type: 'string', description });

export const listedTools: ListedTool[] = [
  {
    name: 'read_file',
    kind: 'read',
    description:
      'Reads a text file or an image in the project folder.\n\nLines are numbered. Give `offset` and `limit` for a part.',
    enabled: true,
    parameters: schema(
      {
        path: text('The file, from the project folder on.'),
        offset: { type: 'integer', description: 'First line, from 1.' },
        limit: { type: 'integer', description: 'How many lines.', maximum: 2000 },
      },
      ['path'],
    ),
  },
  {
    name: 'run_command',
    kind: 'execute',
    description: 'Runs a command in the project folder.',
    enabled: true,
    parameters: schema({ command: text('The command line.'), timeout: { type: 'integer', description: 'Seconds.' } }, [
      'command',
    ]),
  },
  {
    name: 'fetch_url',
    kind: 'network',
    description: 'Reads a page of the web.',
    enabled: false,
    parameters: schema({ url: text('http or https.') }, ['url']),
  },
  {
    name: 'github__create_issue',
    kind: 'mcp',
    server: 'github',
    description: 'Creates an issue in a repository. 在仓库里新建一个问题。',
    enabled: true,
    parameters: {
      type: 'object',
      properties: {
        owner: text('Who owns the repository.'),
        repo: text('Its name.'),
        title: text(''),
        state: { enum: ['open', 'closed'], description: 'How it begins.' },
        labels: { type: 'array', items: { type: 'string' } },
      },
      required: ['owner', 'repo', 'title'],
    },
  },
  {
    name: 'github__search_code',
    kind: 'mcp',
    server: 'github',
    description:
      'Searches the code of every repository that you may read, by a query in the search language of the site.',
    enabled: false,
    parameters: schema({}),
  },
];
