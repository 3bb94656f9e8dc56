// The window's layers: app above the features, features above core and ui, texts below everything. Each feature lists
// the features that it may import; circular imports are not allowed.

import type { Layer } from './layers.ts';

const textsFolder = 'core/words';

/** Packages that every feature renders with. */
const drawnWith = ['lucide-react', 'radix-ui', 'react', 'zustand'];

const features = [
  feature('about', []),
  feature('activity', ['approvals', 'calls', 'chat', 'processes', 'sidebar']),
  feature('api', []),
  feature('approvals', ['externalAgents', 'markdown', 'mcp', 'results', 'settings', 'sharing']),
  feature('attachments', ['results']),
  feature('backup', ['settings']),
  feature('branches', ['undo']),
  feature('calls', ['approvals', 'context', 'costs', 'files', 'hooks', 'languageServers', 'markdown', 'mcp', 'results', 'tools', 'undo']),
  feature('chains', ['calls', 'ledger', 'search', 'sidebar'], ['virtua']),
  feature(
    'chat',
    [
      'approvals',
      'attachments',
      'branches',
      'calls',
      'context',
      'costs',
      'customizations',
      'externalAgents',
      'goals',
      'inPlace',
      'sharing',
      'markdown',
      'mcp',
      'memory',
      'models',
      'presets',
      'processes',
      'projects',
      'results',
      'search',
      'sideBySide',
      'sidebar',
      'start',
      'tags',
      'sync',
      'undo',
      'worktrees',
    ],
    ['fuzzysort', 'react-dom'],
  ),
  feature('compare', [
    'approvals',
    'calls',
    'chat',
    'costs',
    'externalAgents',
    'markdown',
    'models',
    'presets',
    'results',
    'undo',
    'worktrees',
  ]),
  feature('context', ['costs', 'externalAgents', 'memory', 'search']),
  feature('costs', ['settings']),
  feature('customizations', ['settings', 'sharing']),
  feature('data', ['backup', 'encryption', 'settings']),
  feature('desktop', ['approvals', 'chat', 'settings']),
  feature('diagnostics', ['settings']),
  feature('encryption', [], ['react-dom']),
  feature('export', []),
  feature('externalAgents', ['mcp']),
  feature('files', ['results'], ['virtua']),
  feature('git', ['results']),
  feature('hooks', ['undo']),
  feature('languageServers', ['settings']),
  feature('import', [], ['virtua']),
  feature('ledger', ['settings']),
  feature('goals', []),
  feature('links', []),
  feature('inPlace', ['externalAgents', 'files', 'settings', 'sharing', 'sync']),
  feature(
    'markdown',
    ['previews'],
    [
      'katex',
      'react-markdown',
      'rehype-katex',
      'remark-cjk-friendly',
      'remark-cjk-friendly-gfm-strikethrough',
      'remark-gfm',
      'remark-math',
      'shiki',
    ],
  ),
  feature('mcp', ['markdown', 'previews', 'results']),
  feature('memory', ['markdown', 'settings', 'sharing']),
  feature('models', ['externalAgents', 'markdown', 'mcp', 'memory', 'presets', 'settings']),
  feature('notifications', ['approvals', 'desktop', 'settings']),
  feature(
    'palette',
    [
      'backup',
      'customizations',
      'desktop',
      'diagnostics',
      'encryption',
      'presets',
      'search',
      'sideBySide',
      'sync',
      'updates',
    ],
    ['fuzzysort'],
  ),
  feature('phone', []),
  feature('plugins', ['results']),
  feature('presets', ['mcp', 'sharing']),
  feature('previews', [], ['mermaid']),
  feature('processes', ['markdown', 'results']),
  feature('projects', ['results', 'worktrees']),
  feature('query', []),
  feature('results', ['markdown', 'memory']),
  feature('remote', ['phone'], ['react-dom', 'uqr']),
  feature('review', ['git', 'results', 'undo'], ['virtua']),
  feature('schedules', []),
  feature('search', ['sidebar']),
  feature('settings', []),
  feature('sharedBrowser', ['results', 'settings']),
  feature('sharing', ['results', 'sync']),
  feature('sideBySide', []),
  feature('sidebar', ['desktop', 'inPlace', 'sharing', 'sideBySide', 'sync', 'tags', 'worktrees'], ['virtua']),
  feature('start', ['externalAgents', 'models']),
  feature('stats', ['costs']),
  feature('sync', []),
  feature('tags', []),
  feature('terminal', [], ['@xterm/addon-fit', '@xterm/xterm']),
  feature('theme', ['settings']),
  feature('tools', ['languageServers', 'mcp', 'settings']),
  feature('traces', ['settings']),
  feature('undo', ['results']),
  feature('updates', ['markdown', 'settings']),
  feature('webSearch', ['settings']),
  feature('worktrees', ['undo']),
];

export const windowLayers: readonly Layer[] = [
  windowLayer(
    textsFolder,
    [
      ...['core/strings/', 'core/strings.ts', 'core/words/', 'core/language.ts', 'core/loadCode.ts', 'core/format/'],
      ...features.map(({ name }) => `${name.replace('renderer/', '')}/words/`),
    ],
    [],
    [],
  ),
  windowLayer('ui', ['ui/'], [textsFolder], ['lucide-react', 'radix-ui', 'react', 'react-dom']),
  windowLayer('core', ['core/'], [textsFolder, 'ui'], ['lucide-react', 'react', 'react-markdown', 'zustand']),
  ...features,
  {
    ...windowLayer(
      'app',
      ['app/', 'features.ts'],
      [textsFolder, 'core', 'ui'],
      ['lucide-react', 'radix-ui', 'react', 'react-dom', 'zustand'],
    ),
    layers: [
      'shared',
      ...[textsFolder, 'core', 'ui'].map((one) => `renderer/${one}`),
      ...features.map(({ name }) => name),
    ],
  },
];

function feature(name: string, below: readonly string[], packages: readonly string[] = []): Layer {
  const others = below.map((other) => `features/${other}`);
  return {
    ...windowLayer(`features/${name}`, [`features/${name}/`], [textsFolder, 'core', 'ui', ...others], packages),
    shared: drawnWith,
  };
}

/** Has no access to Node. `below`: window layers that it may import. */
function windowLayer(
  name: string,
  owns: readonly string[],
  below: readonly string[],
  packages: readonly string[],
): Layer {
  return {
    name: `renderer/${name}`,
    owns: owns.map((path) => `renderer/${path}`),
    layers: ['shared', ...below.map((one) => `renderer/${one}`)],
    packages,
    node: false,
  };
}
