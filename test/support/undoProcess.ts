// Undoes a turn in its own process. Arguments: data folder, conversation, the user's message.

import { createCore } from '../../electron/core.ts';
import { silentLog } from '../../electron/lib/log.ts';

const [dataDir = '', conversationId = '', messageId = ''] = process.argv.slice(2);
const core = createCore({ dataDir, env: {}, log: silentLog, person: false });
const done = await core.undo.apply(conversationId, { type: 'turn', messageId }, 'undo');
if (!done.ok) throw new Error(done.error.message);
await core.close();
process.exit(0);
