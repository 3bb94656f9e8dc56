// throughline devices: works next to a running app, which takes over every change at once.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Right } from '../../../shared/features/remote/rights.ts';
import { type ExitCode, type Line, reportError, type Terminal } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';
import { systemClock } from '../../lib/clock.ts';
import { hostNameOf } from '../../lib/hostName.ts';
import { defaultPort } from '../../lib/localServer.ts';
import type { Device, DevicesFile } from './deviceList.ts';
import { acceptDevice, cancelPairing, changeDevice, type FileChange, openPairing, startPairing } from './pairing.ts';

type DevicesTerminal = Terminal<Line<{ json: boolean; right: Right | undefined; name: string | undefined }>>;

/** Milliseconds between looks whether a device has entered the code. */
const lookMs = 300;

export async function devicesCommand(terminal: DevicesTerminal): Promise<ExitCode> {
  const [what = 'list', first = '', second = ''] = terminal.line.positionals;
  switch (what) {
    case 'add':
      return add(terminal);
    case 'name':
      return changeName(terminal, first);
    case 'rename':
      return changeOne(terminal, first, (device) => ({ ...device, name: second.trim().slice(0, 60) }));
    case 'rights':
      return changeOne(terminal, first, (device) => ({ ...device, right: second as Right }));
    case 'passkey':
      return changeOne(terminal, first, (device) => withPasskey(device, second), noPasskey);
    case 'revoke':
      return changeOne(terminal, first, null);
    default:
      return list(terminal);
  }
}

async function list({ core, line, out, err }: DevicesTerminal): Promise<ExitCode> {
  const file = await core.deviceList.read();
  if (!file.ok) return reportError({ err } as Terminal, file.error);
  const rows = file.value.devices.map(({ key: _, passkeys, ...device }) => ({
    ...device,
    passkeys: passkeys.map(({ id, addedAt, wentBackAt }) => ({ id, addedAt, wentBackAt })),
  }));
  if (line.values.json) {
    out(`${JSON.stringify(rows)}\n`);
    return 0;
  }
  for (const { id, name, right, origin, seenAt, passkeys, asksPasskey } of rows) {
    const passkey = passkeys.length === 0 ? '' : asksPasskey ? '  passkey' : '  passkey (not asked for)';
    out(
      `${id.slice(0, 8)}  ${right.padEnd(6)}  ${visibleLine(name)}  ${origin}  ${seenAt ?? 'not seen yet'}${passkey}\n`,
    );
    const back = passkeys.find(({ wentBackAt }) => wentBackAt !== null);
    if (back) err(`The passkey’s counter went back on ${back.wentBackAt}, as if there were a copy of it.\n`);
  }
  if (rows.length === 0) err('No device is paired.\n');
  return 0;
}

/** `what`: on, off or remove. */
function withPasskey(device: Device, what: string): Device {
  return what === 'remove'
    ? { ...device, passkeys: [], asksPasskey: false }
    : { ...device, asksPasskey: what === 'on' };
}

function noPasskey({ name, passkeys }: Device): Result<never> | null {
  return passkeys.length > 0 ? null : fail('PARAMS_INVALID', say`${name} has no passkey.`);
}

/** By its name, or by the beginning of its ID. */
function find({ devices }: DevicesFile, named: string): Result<Device> {
  const matches = devices.filter(({ id, name }) => name === named || (named.length >= 4 && id.startsWith(named)));
  const [match, ...others] = matches;
  if (!match) return fail('PARAMS_INVALID', say`No device is named ${named}.`);
  return others.length === 0 ? ok(match) : fail('PARAMS_INVALID', say`Several devices are named ${named}. Use an ID.`);
}

async function changeOne(
  terminal: DevicesTerminal,
  named: string,
  change: ((device: Device) => Device) | null,
  refusal: (device: Device) => Result<never> | null = () => null,
): Promise<ExitCode> {
  const changed = await terminal.core.deviceList.change((file) => {
    const device = find(file, named);
    return device.ok ? (refusal(device.value) ?? changeDevice(file, device.value.id, change)) : device;
  });
  if (!changed.ok) return reportError(terminal, changed.error);
  terminal.out(`${change === null ? 'Removed' : 'Changed'} “${visibleLine(changed.value.name)}”.\n`);
  return 0;
}

async function changeName(terminal: DevicesTerminal, typed: string): Promise<ExitCode> {
  const { core, out, err } = terminal;
  if (typed === '') {
    const file = await core.deviceList.read();
    if (!file.ok) return reportError(terminal, file.error);
    if (file.value.name === null) err('No host name is saved.\n');
    else out(`${file.value.name}\n`);
    return 0;
  }
  const name = typed === 'none' ? null : hostNameOf(typed);
  if (name === null && typed !== 'none') {
    err(`devices name needs a host name such as box.example, not "${typed}"\n`);
    return 2;
  }
  const saved = await core.deviceList.change((file) => ok({ file: { ...file, name }, value: undefined }));
  if (!saved.ok) return reportError(terminal, saved.error);
  out(name === null ? 'No host name is saved now.\n' : `Paired devices may come through https://${name}.\n`);
  return 0;
}

async function add(terminal: DevicesTerminal): Promise<ExitCode> {
  const { core, line, signal, out, err, confirm } = terminal;
  if (!confirm) {
    err('devices add needs a terminal: it asks whether to accept the device.\n');
    return 2;
  }
  const { deviceList } = core;
  const started = await deviceList.change((file) => {
    const result = startPairing(file, line.values.right ?? 'answer', systemClock.now());
    return result.ok ? ok({ ...result.value, value: { ...result.value.value, name: file.name } }) : result;
  });
  if (!started.ok) return reportError(terminal, started.error);
  const { id, code, name } = started.value;
  await showCode(terminal, code, name);
  const cancel = (): Promise<unknown> => deviceList.change((file) => cancelPairing(file, id));
  for (;;) {
    const file = await deviceList.read();
    if (!file.ok) return reportError(terminal, file.error);
    const pairing = openPairing(file.value, systemClock.now());
    if (pairing?.id !== id) {
      err('The code has expired, or was replaced. Nothing was changed.\n');
      return 1;
    }
    const { request } = pairing;
    if (request) {
      out(`\n“${visibleLine(request.name)}” at ${visibleLine(request.origin)} has entered the code.\n`);
      out(`Check number: ${request.check}. Compare it with the one on the device.\n`);
      if (!(await confirm(`Let it ${mayDo[pairing.right]}?`))) {
        await cancel();
        err('Refused. Nothing was changed.\n');
        return signal.aborted ? 130 : 1;
      }
      return accept(terminal, id);
    }
    await systemClock.wait(lookMs, signal);
    if (signal.aborted) {
      await cancel();
      return 130;
    }
  }
}

const mayDo: Readonly<Record<Right, string>> = {
  watch: 'read all conversations',
  answer: 'read all conversations, and answer approvals and questions',
  steer: 'read all conversations, answer, and send messages',
  all: 'do everything except what needs a confirmation here',
};

async function accept(terminal: DevicesTerminal, id: string): Promise<ExitCode> {
  const accepted = await terminal.core.deviceList.change(
    (file): Result<FileChange<Device>> => acceptDevice(file, id, terminal.line.values.name, systemClock.now()),
  );
  if (!accepted.ok) return reportError(terminal, accepted.error);
  terminal.out(`“${visibleLine(accepted.value.name)}” is paired.\n`);
  return 0;
}

async function showCode({ out, outIsTerminal }: DevicesTerminal, code: string, name: string | null): Promise<void> {
  const base = name === null ? `http://localhost:${defaultPort}` : `https://${name}`;
  const link = `${base}/#pair=${code}`;
  if (name !== null && outIsTerminal) {
    const { renderUnicodeCompact } = await import('uqr');
    out(`\n${renderUnicodeCompact(link, { border: 2 })}\n`);
  }
  out(`\nCode: ${code}, valid for five minutes.\nOn the device, open ${link}\n`);
  if (name === null) out('That is for an SSH tunnel to the port at which Throughline runs.\n');
  out('Waiting for the device. Press Ctrl-C to stop.\n');
}
