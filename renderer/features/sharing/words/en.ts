// Strings for sharing.

import { counted } from '../../../core/words/wording.ts';

export const catalog = {
  intro:
    'Share conversations, commands, skills and presets with a team, through a store that all members can reach. You choose each, and see first what is shared.',
  encrypted:
    'Everything is encrypted before it leaves this machine. Members can read what is shared; the store can’t. There is no account and no server of ours.',
  loading: 'Loading…',
  create: 'Set up a team…',
  createHint: 'Choose a store, then add the other members.',
  join: 'Join a team…',
  joinHint: 'With a code that a member shows you.',
  back: 'Sharing',
  continueCopy: 'Continue a copy',
  bar: (by: string) =>
    by === '' ? 'Shared by a member of your team.' : `Shared by ${by}. You can read and search it.`,
  sidebar: {
    hint: (team: string) => `Conversations that members of ${team} have shared`,
    settings: 'Teams…',
    published: (author: string, time: string) => `Shared by ${author}, ${time}`,
  },
  form: {
    titles: { create: 'Set up a team', join: 'Join a team' },
    createHint: 'You are its first member.',
    joinHint: 'Choose the same store as the others.',
    teamName: 'Name of the team',
    teamNameHint: 'As this machine shows it.',
    memberName: 'Your name',
    memberNameHint: 'The other members see it.',
    kindHints: {
      folder: 'Shared with all members by another app, such as Dropbox or Nextcloud; or a shared drive.',
      webdav: 'Nextcloud, ownCloud, or any other WebDAV server that all members can use.',
      s3: 'A bucket at Amazon, Cloudflare, Backblaze, or on your own server.',
    },
    codeHint: 'A member finds it in Settings → Sharing → Add a member.',
    submit: { create: 'Set up the team', join: 'Join' },
    busy: { create: 'Setting up…', join: 'Waiting for the other machine…' },
  },
  team: {
    place: (kind: 'folder' | 'webdav' | 's3', place: string) =>
      `${{ folder: 'Folder', webdav: 'WebDAV', s3: 'S3' }[kind]}: ${place}`,
    now: 'Look now',
    looking: 'Looking…',
    looked: (time: string) => `Last looked: ${time}`,
    never: 'Not looked yet',
    waiting: (count: number) => `${counted(count, 'change', 'changes')} to upload`,
    offline: 'The store can’t be reached. It is tried again automatically; what was fetched stays readable.',
    members: (team: string) => `Members of ${team}`,
    you: 'You, on this machine',
    add: 'Add a member…',
    remove: 'Remove…',
    removeTitle: (name: string, team: string) => `Remove ${name} from ${team}?`,
    removeBody:
      'They keep what they have read, but get nothing new. What you publish is uploaded again into a new space, and the other members are asked whether to follow.',
    removeConfirm: 'Remove',
    moved: (by: string, names: string) =>
      `${by} removed ${names} and moved to a new space. Until you follow, you get nothing new.`,
    followTitle: 'Follow to the new space?',
    followBody: (by: string) =>
      `What you publish is uploaded again, into the space of ${by}. If you doubt it, ask ${by} first.`,
    follow: 'Follow',
    leave: 'Leave…',
    leaveTitle: (name: string) => `Leave ${name}?`,
    leaveBody:
      'What you publish is withdrawn, and what others share disappears from this machine. Copies that you have continued stay, and so do copies that others have continued.',
    leaveOffline:
      'The store can’t be reached, so what you publish stays in it. What others share disappears from this machine; copies that you have continued stay.',
    leaveConfirm: 'Leave',
  },
  add: {
    title: 'Add a member',
    body: 'Anyone who types this code in Settings → Sharing → Join a team can read everything that this team shares.',
    label: 'Code',
    copy: 'Copy code',
    left: (time: string) => `Valid for ${time}, and once.`,
    close: 'Keep this open until the other machine has joined. Closing it makes the code worthless.',
    added: (name: string) => `${name} was added.`,
    again: 'Show another code',
    done: 'Done',
  },
  items: {
    title: 'Commands, skills, presets, instructions and rules',
    hint: 'Nothing of a team is used until you accept it.',
    none: 'Nobody has published any yet. Nothing of a team is used until you accept it.',
    kinds: {
      command: 'Command',
      skill: 'Skill',
      preset: 'Preset',
      instructions: 'Instructions',
      rules: 'Approval rules',
    },
    states: { off: 'Off', on: 'In use', changed: 'New version', withdrawn: 'Withdrawn, in use', mine: 'Yours' },
    you: 'You',
    version: (version: number) => `version ${version}`,
    binary: 'Not text.',
    effects: 'If you accept this',
    effectsOfMine: 'For those who accept this',
    changes: 'Changed since the version that you use',
    offHint: (author: string) =>
      `Off. Read all of it: the model will follow what ${author} has written. A later version is not used until you accept it, too.`,
    onHint: 'This version is in use, and no other, until you turn it off or accept another one.',
    changedHint: (author: string, version: number, time: string) =>
      `You use version ${version}, published ${time}. ${author} has published another one, which is off.`,
    withdrawnHint: (author: string) =>
      `${author} no longer publishes this. The version that you have accepted stays in use until you turn it off; then it is gone.`,
    mineHint: 'You publish this from this machine. To change it, publish it again.',
    accept: 'Accept and use',
    acceptChange: 'Accept this version',
    turnOff: 'Turn off',
    isOn: 'Accepted. It is in use from your next message on.',
    isOff: 'Turned off',
    withdrawTitle: 'Withdraw this?',
    withdrawBody:
      'It disappears from the store. Members who have accepted it keep their version, and see that you withdrew it.',
    publish: 'Publish a command, skill or other item…',
    publishTitle: 'Publish to a team',
    choose: 'What to publish',
    chooseNone: 'Choose…',
    publishHint: (team: string) => `Every member of ${team} can read this, and use it after accepting it.`,
    presetHint: 'For others, its approval mode takes effect only where it is stricter.',
    replaces: 'This is another version of what you have published.',
    isSame: 'You publish it exactly like this already.',
  },
  publish: {
    entry: 'Publish to a team…',
    fromHere: 'Publish from here…',
    title: 'Publish to a team',
    fromTitle: 'Publish from this message on',
    noTeam: 'This machine belongs to no team yet.',
    setUp: 'Set up or join a team…',
    team: 'Team',
    intro: (team: string, others: number) =>
      others === 0
        ? `Everyone who joins ${team} can read, search and continue a copy of this.`
        : `${counted(others, 'other member', 'other members')} of ${team} can read, search and continue a copy of this.`,
    parts: { results: 'Full results of tool calls', attachments: 'Attachments' },
    partHints: {
      results: 'Otherwise only the beginnings of long results.',
      attachments: 'Files, pictures, and the text of files that you mentioned with @.',
    },
    preparing: 'Looking for secrets…',
    what: 'What is shared',
    amount: (messages: number, calls: number, attachments: number) =>
      [
        counted(messages, 'message', 'messages'),
        counted(calls, 'tool call', 'tool calls'),
        ...(attachments === 0 ? [] : [counted(attachments, 'attachment', 'attachments')]),
      ].join(', '),
    agents: (count: number) => `With ${counted(count, 'agent', 'agents')} that it started`,
    repository: (name: string) => `With the name of its repository: ${name}`,
    homePaths: (count: number) => `Your home folder is written as ~, in ${counted(count, 'place', 'places')}`,
    notShared: 'Your instructions and memory, other branches, and tags are not shared.',
    pictures: (count: number) =>
      count === 1
        ? 'One attachment is a picture or another file in which nothing can be masked. Look at it first.'
        : `${count} attachments are pictures or other files in which nothing can be masked. Look at them first.`,
    noSecrets: 'Nothing was found that looks like a secret. Not every secret can be recognized.',
    secrets: 'Secrets',
    secretsFound: (count: number) => `${counted(count, 'text looks', 'texts look')} like a secret`,
    secretsHint: 'Masked everywhere, also in results and attachments. Not every secret can be recognized.',
    masked: (count: number) => (count === 1 ? 'Masked' : `Masked, ${count} times`),
    unmasked: (count: number) => (count === 1 ? 'Readable' : `Readable, ${count} times`),
    mask: 'Mask',
    unmask: 'Don’t mask…',
    unmaskTitle: 'Publish this as it is?',
    unmaskBody:
      'Everyone in the team can read it then, and keep it. If it is a password, key or token, anyone who has it can use it.',
    unmaskConfirm: 'Publish it readable',
    publish: 'Publish',
    again: 'Publish again',
    publishing: 'Publishing…',
    published: (team: string) => `Published to ${team}`,
    later: (team: string) => `Published to ${team} with the next connection`,
    earlier: (time: string) => `Published ${time}.`,
    grown: 'It has changed since. Publishing again replaces it.',
    same: 'It has not changed since.',
    withdraw: 'Withdraw',
    withdrawTitle: 'Withdraw this?',
    withdrawBody:
      'It disappears from the store, and from the other members’ machines when they next look. Copies that somebody has already continued stay theirs, and what was read can’t be unread.',
    withdrawn: 'Withdrawn',
    withdrawnLater: 'It is withdrawn with the next connection',
  },
} as const;
