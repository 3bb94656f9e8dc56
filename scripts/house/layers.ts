// The import rules between layers. Imports always point inwards: hosts → app → features → chat → ports and shared; the
// implementing parts (stores, providers, tools, …) know the ports but not each other.

import { windowLayers } from './windowLayers.ts';

export interface Layer {
  name: string;
  /** Its folders (with a trailing `/`) and files. The longest match wins. */
  owns: readonly string[];
  /** Other layers that it may import. */
  layers: readonly string[];
  /** Single files outside any layer that it may import. */
  files?: readonly string[];
  /** Packages that it may import. A new one is a decision: add it here and its reason in docs/decisions. */
  packages: readonly string[];
  /** Packages common to layers of its kind, whether imported or not. */
  shared?: readonly string[];
  /** Whether it may import Node's modules. */
  node: boolean;
}

const middle = ['electron/conversation', 'electron/lib', 'electron/ports', 'shared'];

/** `npm start`, which runs before there is a build, reads the command line options, too. */
const sharedWithScripts = ['scripts/options.mjs'];

/** `npm start` and the launcher keep keys out of the environment like the entry points. */
const keyOfTheEnvironment = ['scripts/keyAside.mjs'];

/** Features may use everything below the app. Each lists the features and packages that it may import. */
const featureLayers: readonly Layer[] = [
  feature('activity'),
  feature('api', [], ['@modelcontextprotocol/server', 'ws', 'zod']),
  feature('approvals', [], ['tldts', 'zod']),
  feature('attachments'),
  feature('backup', [], ['age-encryption', 'zod']),
  feature('branches', ['undo']),
  feature('chains'),
  feature('compare', ['worktrees']),
  feature('context'),
  feature('conversations', ['export']),
  feature('costs'),
  feature('customizations', [], ['yaml']),
  feature('data'),
  feature('desktop'),
  feature('diagnostics', ['terminal', 'worktrees']),
  feature('editors'),
  feature('encryption', ['backup']),
  feature('export'),
  feature('externalAgents', [], ['zod']),
  feature('files'),
  feature('git'),
  feature('goals', ['hooks', 'undo'], ['zod']),
  feature('hooks', [], ['zod']),
  feature('languageServers', [], ['cross-spawn', 'vscode-languageserver-protocol']),
  feature('import'),
  feature('inPlace', ['sharing']),
  feature('ledger', ['query'], ['postgres', 'zod']),
  feature('links'),
  feature('machineSessions', ['sharing', 'sync']),
  feature('mcp', ['api'], ['zod']),
  feature('memory'),
  feature('mentions', ['export', 'git']),
  feature('models'),
  feature('notifications'),
  feature('plugins', ['customizations', 'git', 'import'], ['modern-tar', 'yauzl', 'zod']),
  feature('presets', ['customizations'], ['yaml']),
  feature('processes'),
  feature('projects', ['git']),
  feature('query', [], ['hyparquet-writer', 'zod']),
  feature('push', ['remote'], ['zod']),
  feature('remote', [], ['uqr', 'zod']),
  feature('review', ['git', 'undo']),
  feature('sandbox'),
  feature('schedules', ['attachments', 'git', 'goals', 'hooks', 'presets', 'worktrees'], ['croner', 'zod']),
  feature('search'),
  feature('settings'),
  feature('sharedBrowser', [], ['playwright-core']),
  feature('sharing', ['customizations', 'git', 'presets', 'sync'], ['zod']),
  feature('slash'),
  feature('start'),
  feature('stats', ['costs']),
  feature('sync', [], ['@scure/base', '@scure/bip39', 'age-encryption', 'aws4fetch', 'htmlparser2', 'zod']),
  feature('tags'),
  feature('terminal', [], ['@lydell/node-pty']),
  feature('theme'),
  feature('tools'),
  feature('traces'),
  feature('undo'),
  feature('unsent', [], ['zod']),
  feature('updates', [], ['zod']),
  feature('webSearch', [], ['undici']),
  feature('worktrees', ['git']),
];

function feature(name: string, below: readonly string[] = [], packages: readonly string[] = []): Layer {
  return {
    name: `electron/features/${name}`,
    owns: [`electron/features/${name}/`],
    layers: [
      ...[...middle, 'platform', 'electron/chat', 'electron/externalAgents', 'electron/interop', 'electron/mcp'],
      'electron/providers',
      ...[
        'electron/stores',
        'electron/tools',
        'commands of the terminal',
        ...below.map((other) => `electron/features/${other}`),
      ],
    ],
    packages,
    node: true,
  };
}

export const layers: readonly Layer[] = [
  { name: 'shared', owns: ['shared/'], layers: [], packages: ['zod'], node: false },

  {
    name: 'electron/ports',
    owns: ['electron/ports/'],
    layers: ['electron/conversation', 'shared'],
    packages: [],
    node: false,
  },
  {
    name: 'electron/lib',
    owns: ['electron/lib/'],
    layers: ['electron/conversation', 'electron/ports', 'shared'],
    packages: ['iconv-lite', 'jschardet', 'ulid'],
    node: true,
  },

  // Pure functions on conversations that the window does not need.
  {
    name: 'electron/conversation',
    owns: ['electron/conversation/'],
    layers: ['shared'],
    packages: ['zod'],
    node: false,
  },

  {
    name: 'electron/stores',
    owns: ['electron/stores/'],
    layers: middle,
    packages: ['@napi-rs/keyring', 'zod'],
    node: true,
  },
  {
    name: 'electron/providers',
    owns: ['electron/providers/'],
    layers: [...middle, 'electron/interop/scenario'],
    packages: ['eventsource-parser', 'gpt-tokenizer', 'undici'],
    node: true,
  },
  {
    name: 'electron/tools',
    owns: ['electron/tools/'],
    layers: middle,
    packages: [
      '@vscode/ripgrep',
      '@vscode/tree-sitter-wasm',
      'diff',
      'fuzzysort',
      'html-to-text',
      'ignore',
      'ipaddr.js',
      'undici',
      'zod',
    ],
    node: true,
  },
  { name: 'electron/compaction', owns: ['electron/compaction/'], layers: middle, packages: [], node: false },
  {
    name: 'electron/interop',
    owns: ['electron/interop/'],
    layers: middle,
    // Opens files handed over by others like a project's files: never through a link.
    files: ['electron/tools/paths/openInside.ts'],
    packages: ['@opentelemetry/otlp-transformer', 'markdown-it', 'markdown-it-cjk-friendly', 'yauzl'],
    node: true,
  },
  // Drives the scripted model.
  {
    name: 'electron/interop/scenario',
    owns: ['electron/interop/scenario/'],
    layers: middle,
    packages: ['yaml', 'zod'],
    node: true,
  },
  {
    name: 'electron/mcp',
    owns: ['electron/mcp/'],
    layers: [...middle, 'electron/tools'],
    packages: ['@modelcontextprotocol/client', 'cross-spawn', 'eventsource-parser', 'fuzzysort', 'semver', 'zod'],
    node: true,
  },

  // Agents of other vendors. `protocol/sdkPeer.ts` is the only file that imports the protocol's SDK.
  {
    name: 'electron/externalAgents',
    owns: ['electron/externalAgents/'],
    layers: [...middle, 'electron/tools'],
    packages: ['@agentclientprotocol/sdk', 'cross-spawn', 'zod'],
    node: true,
  },

  // The base that features are built on.
  {
    name: 'platform',
    owns: [
      'electron/platform.ts',
      'electron/coreOptions.ts',
      'electron/features/appParts.ts',
      'electron/features/dangerousPowers.ts',
      'electron/features/feature.ts',
      'electron/features/conversationFolder.ts',
      'electron/features/joinedProjects.ts',
      'electron/features/publishProviders.ts',
    ],
    layers: [
      ...[...middle, 'electron/stores', 'electron/tools', 'electron/mcp', 'electron/chat', 'electron/interop/scenario'],
      ...featureLayers.map(({ name }) => name),
    ],
    packages: [],
    node: true,
  },
  ...featureLayers,

  // Everything external is injected: the chat knows no file, socket or library.
  {
    name: 'electron/chat',
    owns: ['electron/chat/'],
    layers: [...middle, 'electron/compaction'],
    packages: [],
    node: false,
  },
  {
    name: 'app',
    owns: [
      'electron/app.ts',
      'electron/core.ts',
      'electron/coreParts.ts',
      'electron/features.ts',
      'electron/interop.ts',
      'electron/otherVersions.ts',
      'electron/openApp.ts',
      'electron/standing.ts',
      'electron/unchangedList.ts',
    ],
    layers: [
      ...middle,
      'electron/stores',
      'electron/providers',
      'electron/tools',
      'electron/compaction',
      'electron/interop',
      'electron/interop/scenario',
      'electron/mcp',
      'platform',
      ...featureLayers.map(({ name }) => name),
      'electron/chat',
    ],
    packages: [],
    node: true,
  },

  {
    name: 'electron/host',
    owns: ['electron/host/'],
    layers: [...middle, 'app'],
    files: ['package.json'],
    packages: [],
    node: true,
  },
  {
    name: 'electron/host/browser',
    owns: ['electron/host/browser/'],
    layers: [...middle, 'app', 'electron/host', 'electron/interop/scenario'],
    files: sharedWithScripts,
    packages: ['ws'],
    node: true,
  },
  // The base of terminal commands.
  {
    name: 'commands of the terminal',
    owns: ['electron/host/terminal/'],
    layers: [...middle, 'app', 'electron/host', 'electron/interop/scenario', 'electron/stores'],
    packages: [],
    node: true,
  },
  {
    name: 'electron/host/terminal',
    owns: [
      'electron/host/terminal/chat/',
      'electron/host/terminal/commandLine.ts',
      'electron/host/terminal/goal/',
      'electron/host/terminal/run/',
      'electron/host/terminal/terminalHost.ts',
    ],
    layers: [
      ...[...middle, 'app', 'platform', 'commands of the terminal', 'electron/host', 'electron/interop/scenario'],
      ...featureLayers.map(({ name }) => name),
    ],
    packages: [],
    node: true,
  },
  // An editor in place of the terminal.
  {
    name: 'electron/host/terminal/acp',
    owns: ['electron/host/terminal/acp/'],
    layers: [
      ...[...middle, 'app', 'platform', 'commands of the terminal', 'electron/host', 'electron/chat', 'electron/mcp'],
      ...featureLayers.map(({ name }) => name),
    ],
    packages: ['@agentclientprotocol/sdk', 'zod'],
    node: true,
  },
  {
    name: 'electron/host/desktop',
    owns: ['electron/host/desktop/'],
    layers: [...middle, 'app', 'electron/host', 'electron/interop/scenario'],
    // Finds and joins a browser host that already owns the data, and has a local server like its own.
    files: [
      ...sharedWithScripts,
      ...['running.ts', 'serverFile.ts', 'routes.ts', 'server.ts', 'session.ts'].map(
        (name) => `electron/host/browser/${name}`,
      ),
    ],
    packages: ['electron', 'electron-updater', 'zod'],
    node: true,
  },

  {
    name: 'desktop door',
    owns: ['electron/main.ts'],
    layers: [...middle, 'app', 'electron/host', 'electron/host/desktop'],
    files: keyOfTheEnvironment,
    packages: ['electron'],
    node: true,
  },
  // The sandbox provides only a part of `electron`.
  {
    name: 'preload',
    owns: ['electron/preload.ts'],
    layers: [],
    files: ['electron/host/desktop/ipcChannel.ts'],
    packages: ['electron'],
    node: false,
  },
  {
    name: 'doors on Node',
    owns: [
      'electron/headless.ts',
      'electron/browserEntry.ts',
      'electron/cli.ts',
      'electron/commandEntry.ts',
      'electron/commands.ts',
    ],
    layers: [
      ...[...middle, 'app', ...featureLayers.map(({ name }) => name)],
      ...['electron/host', 'electron/host/browser', 'electron/host/terminal', 'electron/host/terminal/acp'],
      'commands of the terminal',
    ],
    files: keyOfTheEnvironment,
    packages: [],
    node: true,
  },

  ...windowLayers,
];

/** Returns the layer of a root-relative path; null if none. */
export function layerOf(file: string): Layer | null {
  const fitting = layers.flatMap((layer) =>
    layer.owns.filter((pattern) => fits(file, pattern)).map((pattern) => ({ layer, own: pattern })),
  );
  return fitting.toSorted((one, other) => other.own.length - one.own.length)[0]?.layer ?? null;
}

function fits(file: string, pattern: string): boolean {
  return pattern.endsWith('/') ? file.startsWith(pattern) : file === pattern;
}
