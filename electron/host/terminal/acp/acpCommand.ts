// throughline acp: the same loop and store as the window, for an editor. Standard output carries the protocol only; everything
// else goes to standard error. It ends when the editor closes its end: turns are stopped and stored first.

import { ok } from '../../../../shared/core/errors.ts';
import type { ApprovalMode } from '../../../../shared/permission/rule.ts';
import { watchTitles } from '../../../chat/titles/watchTitles.ts';
import { reportUnusedCustomizations } from '../../../features/customizations/trustCommand.ts';
import { findNamedPreset } from '../../../features/presets/choosePreset.ts';
import { version } from '../../version.ts';
import { resolveNamedModel, resolveNamedProvider } from '../namedModel.ts';
import type { ModelChoice } from '../options.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../terminal.ts';
import { type AcpServer, createAcpServer } from './acpServer.ts';
import { failureOf, unwrap } from './failure.ts';

type AcpLine = Line<
  ModelChoice & {
    approve: ApprovalMode | undefined;
    preset: string | undefined;
    scenario: string | undefined;
    setup: boolean;
  }
>;

export async function acpCommand(terminal: Terminal<AcpLine>): Promise<ExitCode> {
  const { core, line, streams, signal } = terminal;
  if (line.values.setup) {
    terminal.out(await setupText(core.providers));
    return 0;
  }
  if (terminal.input.isTerminal) {
    terminal.err(
      'throughline acp is started by an editor and speaks its protocol here. See: throughline acp --setup\n',
    );
  }
  const provider = await resolveNamedProvider(terminal);
  if (!provider.ok) return reportError(terminal, provider.error);
  const { PROTOCOL_VERSION, serveClient } = await import('./sdkConnection.ts');
  const stopTitles = terminal.makesTitles ? watchTitles({ ...core.titles, list: { touch() {} } }) : null;
  let server: AcpServer | null = null;
  await serveClient({ stdin: streams.stdin, stdout: streams.stdout, signal }, (client) => {
    server = createAcpServer({
      ...{ core, client, version },
      protocolVersion: PROTOCOL_VERSION,
      demoIsFine: provider.value === 'demo',
      prepare: (conversationId) => prepare(terminal, provider.value, conversationId),
    });
    return server;
  });
  await (server as AcpServer | null)?.close();
  await stopTitles?.();
  return 0;
}

/** Applies the options of the command line to a new conversation. */
async function prepare(terminal: Terminal<AcpLine>, provider: string | null, conversationId: string): Promise<void> {
  const { core, line } = terminal;
  const { approve, preset: presetName } = line.values;
  const { projectId } = unwrap(await core.store.readBranch(conversationId, { tail: 1 }));
  await reportUnusedCustomizations(terminal, projectId);
  if (presetName !== undefined) {
    const { folder, folderExists, trusted } = unwrap(await core.store.getProject(projectId));
    const scope = { folder: folderExists ? folder : null, trusted };
    const preset = unwrap(await findNamedPreset(core.presets, scope, presetName));
    unwrap(await core.choosePreset(conversationId, preset.ref, async () => ok(approve === 'all')));
  }
  const model = await resolveNamedModel(terminal, provider, null);
  if (!model.ok) throw failureOf(model.error);
  if (model.value === null && approve === undefined) return;
  const chosen = model.value;
  unwrap(
    await core.store.updateMeta(conversationId, (meta) => ({
      ...meta,
      ...(chosen ? { model: chosen } : {}),
      ...(approve ? { approvalMode: approve } : {}),
    })),
  );
}

/** Printed in the terminal that the editor opens for it. */
async function setupText(providers: Pick<Terminal['core']['providers'], 'list'>): Promise<string> {
  const configured = (await providers.list()).filter(({ origin }) => origin !== 'demo');
  const names = configured.map(({ name, key }) => `  ${name}${key === 'none' ? ' (no key)' : ''}`);
  return [
    configured.length === 0 ? 'No model provider is set up.' : `Providers that are set up:\n${names.join('\n')}`,
    '',
    'To add one, do one of these, then open a new session in the editor:',
    '  · Start Throughline (or: throughline serve) and open Settings → Models. The key goes into the system keychain.',
    '  · Set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY in the environment of the agent, in the editor’s settings.',
    '',
    'throughline models shows what is available.',
    '',
  ].join('\n');
}
