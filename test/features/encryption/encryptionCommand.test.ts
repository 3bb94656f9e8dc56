import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { throughline } from '../../support/commandLine.ts';
import { filesWith } from '../../support/liveFiles.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { openStore } from '../../support/openStore.ts';
import { hasTerminal, openTerminal } from '../../support/pseudoTerminal.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const secret = 'zebrafish';

test.runIf(hasTerminal)(
  cite('SEC-9', 'the command encrypts with the code that the user typed, and decrypts without a keychain'),
  async () => {
    const { store, dataDir } = openStore({ dataDir: join(tempFolder(), 'data') });
    const project = okValue(await store.openFolderlessProject());
    const { conversationId } = okValue(await store.createConversation(project.id));
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(`about ${secret}`))));
    await store.close();
    const at = ['--data', dataDir];
    const state = async (env = {}) =>
      JSON.parse((await throughline(['encryption', '--json', ...at], env)).stdout) as { state: string };
    expect(await state()).toEqual({ state: 'off' });

    const wrong = openTerminal(['encryption', 'on', ...at], {});
    await wrong.shows('Type it to continue:');
    wrong.type('0000-0000\r');
    expect(await wrong.ended).toBe(1);
    expect(wrong.said()).toContain('Nothing was changed');
    expect(await state()).toEqual({ state: 'off' });

    const right = openTerminal(['encryption', 'on', ...at], {});
    await right.shows('Type it to continue:');
    const code = /(?:[0-9A-Z]{4}-){8}[0-9A-Z]{4}/u.exec(right.said())?.[0] ?? '';
    right.type(`${code.toLowerCase().replaceAll('-', ' ')}\r`);
    expect(await right.ended).toBe(0);
    expect(filesWith(dataDir, [secret])).toEqual([]);

    const env = { THROUGHLINE_RECOVERY_CODE: code };
    expect(await state(env)).toEqual({ state: 'on' });
    expect((await throughline(['show', conversationId, ...at], env)).stdout).toContain(secret);
    const locked = await throughline(['encryption', 'off', ...at]);
    expect(locked.code).toBe(1);
    expect(locked.stderr).toContain('recovery code');
    expect(await state(env)).toEqual({ state: 'on' });
    expect((await throughline(['encryption', 'off', ...at], env)).code).toBe(0);
    expect(await state()).toEqual({ state: 'off' });
    expect((await throughline(['show', conversationId, ...at])).stdout).toContain(secret);
  },
);
