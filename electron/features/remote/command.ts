// throughline devices: the devices that may open Throughline through a tunnel.

import { rights } from '../../../shared/features/remote/rights.ts';
import { defineCommand } from '../../host/terminal/command.ts';
import { flag, nonBlank, oneOf } from '../../host/terminal/options.ts';

const forms = new Map([
  ['list', { min: 0, max: 0, needs: 'nothing else' }],
  ['add', { min: 0, max: 0, needs: 'nothing else' }],
  ['rename', { min: 2, max: 2, needs: 'a DEVICE and a NAME' }],
  ['rights', { min: 2, max: 2, needs: `a DEVICE and one of ${rights.join(', ')}` }],
  ['passkey', { min: 2, max: 2, needs: 'a DEVICE and one of on, off, remove' }],
  ['revoke', { min: 1, max: 1, needs: 'a DEVICE' }],
  ['name', { min: 0, max: 1, needs: 'one NAME, or none' }],
]);

export const devices = defineCommand({
  name: 'devices',
  usage: [
    {
      synopsis: ['devices [list] [--json]', 'devices add [--right RIGHT] [--name NAME]'],
      text: `lists the paired devices; adds one: shows a code for it, and asks when it has entered the code.
RIGHT is watch, answer, steer or all; answer if left out`,
    },
    {
      synopsis: ['devices rename DEVICE NAME', 'devices rights DEVICE RIGHT', 'devices revoke DEVICE'],
      text: `changes a device, by its name or ID; revoke also closes its windows at once`,
    },
    {
      synopsis: 'devices passkey DEVICE on|off|remove',
      text: `whether the device has to use its passkey before it allows anything; remove also forgets the passkey`,
    },
    {
      synopsis: 'devices name [NAME|none]',
      text: `shows or saves the host name of the tunnel through which devices come; none removes it`,
    },
  ],
  options: {
    right: oneOf(rights, 'one of watch, answer, steer, all'),
    name: nonBlank('--name needs a name for the device'),
    json: flag,
  },
  positionals: { min: 0, max: 3 },
  check({ positionals: [what = 'list', ...rest], values }) {
    const form = forms.get(what);
    if (!form) return `devices does not know "${what}"; use ${[...forms.keys()].join(', ')}`;
    if (rest.length < form.min || rest.length > form.max) return `devices ${what} needs ${form.needs}`;
    if (what === 'rights' && !rights.some((right) => right === rest[1])) return `devices rights needs ${form.needs}`;
    if (what === 'passkey' && !/^(?:on|off|remove)$/.test(rest[1] ?? '')) return `devices passkey needs ${form.needs}`;
    return what !== 'add' && (values.right !== undefined || values.name !== undefined)
      ? 'Use --right and --name only with devices add'
      : null;
  },
  run: async (terminal) => (await import('./devicesCommand.ts')).devicesCommand(terminal),
});
