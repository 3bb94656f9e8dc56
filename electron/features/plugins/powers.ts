// Actions that the user confirms outside of the window: installing a plugin brings files from elsewhere that the model follows, and
// programs that it or an approved server may run.

import { visibleText } from '../../../shared/core/visibleText.ts';
import type { PluginProposal, PluginSource } from '../../../shared/features/plugins/plugin.ts';
import type { Power } from '../../ports/confirm.ts';
import type { InstalledPlugin } from '../../stores/installedPlugins.ts';
import { sourceLabel } from './source/parseSource.ts';

/** Longer lists cannot be confirmed; the window shows every file. */
const [maxNamed, maxName] = [20, 120];

export function installPower(proposal: PluginProposal): Power {
  const { id, hash, name, source, commit, files, moreFiles, programs, replaces } = proposal;
  const scripts = files.filter(({ isScript, change }) => isScript && change !== 'removed');
  const from = commit === '' ? source : `${source}, commit ${commit.slice(0, 12)}`;
  const count = files.filter(({ change }) => change !== 'removed').length + moreFiles;
  const counted = `${count} ${count === 1 ? 'file' : 'files'}${programs === 0 ? '' : `, ${programs} of them programs`}`;
  const what = replaces ? `Update the plugin “${name}”` : `Install the plugin “${name}”`;
  return {
    key: JSON.stringify(['install plugin', id, hash]),
    sentence: visibleText(`${what} from ${from}: ${counted}. Content ${hash.slice(0, 16)}.`),
    each: scripts.slice(0, maxNamed).map(({ path }) => visibleText(path.slice(0, maxName))),
  };
}

export function backPower({ id, name, previous }: InstalledPlugin): Power {
  return {
    key: JSON.stringify(['plugin back', id, previous?.hash]),
    sentence: visibleText(
      `Use the earlier version of the plugin “${name}”: content ${previous?.hash.slice(0, 16) ?? ''}.`,
    ),
  };
}

/** The server then gets the user's sign-in. */
export function contactPower(source: PluginSource): Power {
  const label = sourceLabel(source);
  return {
    key: JSON.stringify(['plugin source', label]),
    sentence: visibleText(`Fetch ${label} with your keys, to look at a plugin.`),
  };
}
