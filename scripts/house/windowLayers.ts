// The rooms of the window: app above the features, the features above core and ui, the words below all. A feature names the
// features that it may import; none imports one that imports it.

import type { Layer } from './layers.ts';

const words = 'core/words';

/** What every feature is drawn with. */
const drawnWith = ['lucide-react', 'radix-ui', 'react', 'zustand'];

const features = [
  feature('activity', ['calls', 'chat', 'processes', 'sidebar']),
  feature('branches', ['changes']),
  feature('calls', ['changes', 'context', 'files', 'hooks', 'markdown', 'mcp', 'results']),
  feature('chains', ['calls', 'search', 'sidebar'], ['virtua']),
  feature('changes', ['results']),
  feature(
    'chat',
    [
      ...['branches', 'calls', 'changes', 'context', 'markdown', 'presets', 'processes', 'providers', 'results'],
      ...['search', 'sidebar', 'worktrees'],
    ],
    ['fuzzysort', 'react-dom'],
  ),
  feature('context', []),
  feature('export', []),
  feature('files', ['results'], ['virtua']),
  feature('hooks', ['changes']),
  feature('import', [], ['virtua']),
  feature(
    'markdown',
    ['preview'],
    [
      ...['katex', 'react-markdown', 'rehype-katex', 'remark-cjk-friendly', 'remark-cjk-friendly-gfm-strikethrough'],
      ...['remark-gfm', 'remark-math', 'shiki'],
    ],
  ),
  feature('mcp', ['markdown', 'results']),
  feature('notify', []),
  feature('palette', ['presets', 'search'], ['fuzzysort']),
  feature('presets', []),
  feature('preview', [], ['mermaid']),
  feature('processes', ['results']),
  feature('providers', ['markdown']),
  feature('results', ['markdown']),
  feature('search', ['sidebar']),
  feature('settings', ['calls', 'chat', 'hooks', 'mcp', 'notify', 'presets', 'providers']),
  feature('sidebar', ['worktrees'], ['virtua']),
  feature('told', ['markdown']),
  feature('worktrees', ['changes']),
];

export const windowLayers: readonly Layer[] = [
  room(
    words,
    [
      ...['core/strings/', 'core/strings.ts', 'core/language.ts', 'core/format/'],
      ...features.map(({ name }) => `${name.replace('renderer/', '')}/words/`),
    ],
    [],
    [],
  ),
  room('ui', ['ui/'], [words], ['lucide-react', 'radix-ui', 'react', 'react-dom']),
  room('core', ['core/'], [words, 'ui'], ['lucide-react', 'react', 'react-markdown', 'zustand']),
  ...features,
  {
    ...room(
      'app',
      ['app/', 'features.ts'],
      [words, 'core', 'ui'],
      ['lucide-react', 'radix-ui', 'react', 'react-dom', 'zustand'],
    ),
    layers: ['shared', ...[words, 'core', 'ui'].map((one) => `renderer/${one}`), ...features.map(({ name }) => name)],
  },
];

function feature(name: string, below: readonly string[], packages: readonly string[] = []): Layer {
  const others = below.map((other) => `features/${other}`);
  return {
    ...room(`features/${name}`, [`features/${name}/`], [words, 'core', 'ui', ...others], packages),
    shared: drawnWith,
  };
}

/** It knows nothing of Node. `below`: rooms of the window that it may import. */
function room(name: string, owns: readonly string[], below: readonly string[], packages: readonly string[]): Layer {
  return {
    name: `renderer/${name}`,
    owns: owns.map((own) => `renderer/${own}`),
    layers: ['shared', ...below.map((one) => `renderer/${one}`)],
    packages,
    node: false,
  };
}
