// Implements throughline encryption. Converting needs exclusive use of the data folder.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, textOf } from '../../../shared/core/sentence.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { convertData, removeDatabases } from '../../stores/encryption/convertData.ts';
import { createDataEncryption, type DataEncryption } from '../../stores/encryption/dataEncryption.ts';
import { newRecoveryCode, readRecoveryCode } from '../../stores/encryption/dataKey.ts';
import { nodeDisk } from '../../stores/files/disk.ts';
import { claimDataFolder } from '../../stores/locks/claimDataFolder.ts';
import { removeKeptCopies } from '../backup/keptCopies.ts';

type EncryptionTerminal = Terminal<Line<{ json: boolean }>>;

const actions = ['on', 'off', 'code'];

export async function encryptionCommand(terminal: EncryptionTerminal): Promise<ExitCode> {
  const [action] = terminal.line.positionals;
  if (action !== undefined && !actions.includes(action)) {
    terminal.err(`encryption takes on, off or code, not “${action}”.\n`);
    return 2;
  }
  const { dataDir, keychain, dataKey } = terminal.core;
  const encryption = createDataEncryption({ dataDir, disk: nodeDisk, keychain, key: dataKey });
  if (action === undefined) return showState(terminal, encryption);
  if (action === 'code') return changeCode(terminal, encryption);
  const state = await encryption.read();
  if (!state.ok) return reportError(terminal, state.error);
  if (state.value.kind === 'plain' && action === 'off') {
    terminal.out('The data is not encrypted.\n');
    return 0;
  }
  if (state.value.kind === 'open' && state.value.file.state === 'on' && action === 'on') {
    terminal.out('The data is already encrypted.\n');
    return 0;
  }
  if (state.value.kind === 'locked') {
    return reportError(terminal, fail('DATA_LOCKED', say`The key of the data is not available.`).error);
  }
  // Closes what this command itself has open.
  await terminal.core.close();
  const claim = await claimDataFolder(dataDir, say`encrypting the data`);
  if (!claim.ok) return reportError(terminal, claim.error);
  try {
    const begun = await begin(terminal, encryption, action, state.value.kind === 'plain');
    return begun.ok ? await convert(terminal, encryption) : reportError(terminal, begun.error);
  } finally {
    claim.value.release();
  }
}

async function begin(
  terminal: EncryptionTerminal,
  encryption: DataEncryption,
  action: string,
  isNew: boolean,
): Promise<Result<unknown>> {
  if (action === 'off') return encryption.beginDecrypting();
  // An interrupted conversion continues with its key.
  if (!isNew) return ok(undefined);
  const code = await agreeOnCode(terminal);
  if (!code.ok) return code;
  const begun = await encryption.begin(code.value, new Date());
  if (begun.ok && begun.value === 'memory') {
    terminal.err('This machine has no keychain, so the recovery code is needed at every start.\n');
  }
  return begun;
}

async function convert(terminal: EncryptionTerminal, encryption: DataEncryption): Promise<ExitCode> {
  const state = await encryption.read();
  if (!state.ok) return reportError(terminal, state.error);
  if (state.value.kind !== 'open') {
    return reportError(terminal, fail('DATA_LOCKED', say`The key of the data is not available.`).error);
  }
  const { key, file } = state.value;
  const to = file.state === 'decrypting' ? 'plain' : 'encrypted';
  const { dataDir } = terminal.core;
  const report = await convertData({
    dataDir,
    disk: nodeDisk,
    key,
    to,
    signal: terminal.signal,
    progress: (done, of) =>
      terminal.progress(`${to === 'plain' ? 'Decrypting' : 'Encrypting'}: ${done} of ${of} files`),
  });
  terminal.progress(null);
  await removeDatabases(nodeDisk, dataDir);
  for (const { path, reason } of report.left) terminal.err(`${path}: ${textOf(reason)}\n`);
  if (report.stopped) {
    terminal.err('Stopped. The data is valid as it is; the next start continues.\n');
    return 130;
  }
  if (report.left.length > 0) {
    terminal.err('These files were left as they are; the next start tries again.\n');
    return 1;
  }
  // Copies from before are in clear.
  if (to === 'encrypted') await removeKeptCopies(nodeDisk, dataDir);
  const finished = await encryption.finish();
  if (!finished.ok) return reportError(terminal, finished.error);
  terminal.out(to === 'plain' ? 'The data is no longer encrypted.\n' : 'The data is encrypted.\n');
  return 0;
}

/** Shows a new code, and has the user type it, so that it was written down. */
async function agreeOnCode(terminal: EncryptionTerminal): Promise<Result<string>> {
  if (!terminal.ask)
    return fail('NOT_SUPPORTED', say`Run this in a terminal: it shows a recovery code and asks for it.`);
  const code = newRecoveryCode();
  terminal.err(
    `Recovery code:\n\n    ${code}\n\nWrite it down. Without it and this machine’s keychain, nobody can read your data again.\n`,
  );
  const typed = await terminal.ask('Type it to continue:', undefined);
  if (readRecoveryCode(typed ?? '')?.equals(readRecoveryCode(code) as Buffer)) return ok(code);
  return fail('PARAMS_INVALID', say`This is not the code that was shown. Nothing was changed.`);
}

async function changeCode(terminal: EncryptionTerminal, encryption: DataEncryption): Promise<ExitCode> {
  const code = await agreeOnCode(terminal);
  const changed = code.ok ? await encryption.changeCode(code.value) : code;
  if (!changed.ok) return reportError(terminal, changed.error);
  terminal.out('The recovery code was replaced. The earlier one no longer opens this data.\n');
  return 0;
}

async function showState(terminal: EncryptionTerminal, encryption: DataEncryption): Promise<ExitCode> {
  const state = await encryption.read();
  if (!state.ok) return reportError(terminal, state.error);
  const name = state.value.kind === 'plain' ? 'off' : state.value.file.state;
  const texts = {
    off: 'The data is not encrypted.',
    on: 'The data is encrypted.',
    encrypting: 'The data is partly encrypted. “throughline encryption on” continues.',
    decrypting: 'The data is partly encrypted. “throughline encryption off” continues.',
  };
  terminal.out(terminal.line.values.json ? `${JSON.stringify({ state: name })}\n` : `${texts[name]}\n`);
  return 0;
}
