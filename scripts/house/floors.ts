// The order of the folders within a layer.

/**
 * Floors within a layer, from top to bottom: each folder imports only folders below it. Files outside the folders
 * connect them.
 */
export const floors: Readonly<Record<string, readonly string[]>> = {
  'electron/chat/': ['externalAgent', 'titles', 'run', 'tree', 'turn', 'context', 'undo', 'recovery', 'costs'],
  'electron/externalAgents/': ['session', 'protocol', 'process'],
  'electron/mcp/': ['apps', 'resources', 'prompts', 'tools', 'connection', 'otherClients', 'bundle', 'config', 'auth'],
  'electron/providers/': [
    'sources',
    'demo',
    'chatCompletions',
    'responses',
    'anthropic',
    'gemini',
    'ollama',
    'catalog',
    'tokens',
    'connection',
    'http',
  ],
  'electron/stores/': [
    'check',
    'import',
    'fork',
    'merge',
    'removal',
    'projects',
    'list',
    'query',
    'search',
    'log',
    'undo',
    'background',
    'usage',
    'theme',
    'ownTexts',
    'attachments',
    'results',
    'encryption',
    'locks',
    'files',
  ],
  'electron/tools/': [
    'builtin',
    'webSearch',
    'shell',
    'symbols',
    'search',
    'changes',
    'process',
    'sandbox',
    'fetch',
    'text',
    'paths',
  ],
};
