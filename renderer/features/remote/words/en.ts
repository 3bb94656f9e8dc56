// Strings for paired devices.

export const catalog = {
  pairing: {
    title: 'Pair this device',
    removedTitle: 'This device is not paired any more',
    body: 'On the machine that runs Throughline, open Settings → Devices, or run “throughline devices add” in a terminal. Enter the code that you see there.',
    removedBody: 'It was removed on the machine that runs Throughline. To use it again, pair it with a new code.',
    code: 'Code',
    name: 'Name of this device',
    pair: 'Pair',
    pairing: 'Pairing…',
    check: 'Check number',
    waiting: 'Confirm this device on the machine that runs Throughline, if it shows the same number there.',
    cancel: 'Cancel',
    wrong: 'That is not the code. It stays valid: check it and try again.',
    over: 'No code is open, or it has expired. Make a new one.',
    tooMany: 'Many wrong codes are arriving at this address. Your code stays valid: try again.',
    refused: 'The device was not accepted, or the code has expired. Make a new code.',
    unreachable: 'Throughline cannot be reached. Check the tunnel.',
    insecure: 'Open this page over HTTPS: without it, the browser cannot keep a key.',
    noStorage:
      'This browser keeps no data for this page, so it cannot be paired. A private window is one possible reason.',
    device: (browser: string, system: string) => `${browser} on ${system}`,
    browser: 'Browser',
    unknownSystem: 'another device',
  },
  device: {
    may: {
      watch: 'This device may watch.',
      answer: 'This device may watch and answer.',
      steer: 'This device may watch, answer and send.',
      all: 'This device may do everything that needs no confirmation on the desktop.',
    },
    change: 'Change it on the desktop: Settings → Devices.',
    readOnly: 'These settings can be read here. Change them on the desktop.',
  },
  title: 'Devices',
  intro: 'Use Throughline from your phone or another computer, through a tunnel that you already have.',
  hint: 'Throughline itself listens only on this machine. Only paired devices get in.',
  loading: 'Loading the devices…',
  tunnel: {
    label: 'Host name of the tunnel',
    hint: 'Where a tunnel over HTTPS makes this machine reachable, such as Tailscale, Cloudflare or a reverse proxy. For an SSH tunnel, leave it empty.',
    fixed: (name: string) => `This start uses ${name}, from --remote.`,
    save: 'Save',
    remove: 'Remove',
    forward: (address: string) => `The tunnel has to lead to ${address}.`,
    off: 'The local server does not run. It starts when you add a device or enter a name.',
  },
  rights: {
    label: 'Rights',
    watch: 'Watch',
    answer: 'Answer',
    steer: 'Steer',
    all: 'All',
    explain: {
      watch: 'Reads conversations.',
      answer: 'Also answers approvals and questions, and stops runs.',
      steer: 'Also sends messages, chooses models and reads the files of projects.',
      all: 'Also changes files, git and permissions of conversations. Never terminals, keys, settings, or what needs a confirmation here.',
    },
  },
  none: 'No device is paired.',
  add: 'Add a device…',
  row: {
    connected: 'Connected now',
    seen: (time: string) => `Last seen ${time}`,
    never: 'Not seen yet',
    name: 'Name of the device',
    rename: (name: string) => `Rename “${name}”`,
    revoke: 'Remove…',
    revokeTitle: (name: string) => `Remove “${name}”?`,
    revokeBody: 'Its windows close at once. To use it again, you have to pair it again.',
    revokeConfirm: 'Remove',
    passkeys: {
      asks: 'Ask for the passkey',
      asksHint:
        'Before the device allows or starts anything that runs or changes something. Denying and stopping never need it.',
      added: (time: string) => `Passkey, added ${time}`,
      wentBack: (time: string) =>
        `Its counter went back ${time}, as if there were a copy of it. The answer was refused. Remove the passkey unless you can explain that.`,
      remove: 'Remove passkey…',
      removeTitle: (name: string) => `Remove this passkey of “${name}”?`,
      removeOne: 'The device can no longer use it here. Delete it in the device’s own settings, too.',
      removeLast:
        'The device then allows without a second step, until it adds a passkey again. Delete this one in the device’s own settings, too.',
      removeConfirm: 'Remove',
    },
  },
  passkey: {
    title: 'Passkey',
    explain:
      'With a passkey, this device asks for your fingerprint, face or PIN before it allows anything. Somebody who takes it unlocked can then read and deny, but not allow.',
    count: (count: number) =>
      count === 0
        ? 'This device has no passkey.'
        : count === 1
          ? 'This device has a passkey.'
          : `This device has ${count} passkeys.`,
    isAsked: 'It is asked for before anything is allowed. Remove it on the desktop: Settings → Devices.',
    isNotAsked: 'It is not asked for: that is turned off on the desktop.',
    add: 'Add a passkey',
    addAnother: 'Add another passkey',
    hindrances: {
      unsupported:
        'This browser offers no passkey here: the device needs a screen lock, and the page a valid certificate.',
      address: 'Browsers have no passkeys for an IP address. Open Throughline under a host name, and pair again there.',
      full: 'No more passkeys fit. Remove one on the desktop: Settings → Devices.',
    },
    offerTitle: 'Add a passkey?',
    later: 'Not now',
    done: 'Done',
    where: 'You can add it later, under Settings → Devices.',
    useTitle: 'Use your passkey',
    useBody: 'This device has to confirm with its passkey before it allows this.',
    waiting: 'Waiting for the passkey…',
    again: 'Try again',
    problems: {
      cancelled:
        'The passkey was not used: it was cancelled, took too long, or is not on this device. Nothing was changed.',
      unsupported: 'This browser has no passkeys. Nothing was changed: deny here, or answer on the desktop.',
      exists: 'This passkey has been added already.',
      address:
        'The browser refuses passkeys for this address. Nothing was changed: deny here, or answer on the desktop.',
      failed: 'The passkey could not be used. Nothing was changed.',
    },
  },
  adding: {
    title: 'Add a device',
    rights: 'Choose what the device may do. You can change this later.',
    make: 'Show the code',
    scan: 'Scan this with the device’s camera, or open the address there and enter the code.',
    ssh: 'Open this address on the other computer, through an SSH tunnel, and enter the code.',
    qr: 'QR code with the address and the code',
    code: 'Code',
    copy: 'Copy code',
    left: (time: string) => `Valid for ${time}`,
    wrongCodes: (count: number) =>
      `${count} wrong codes were entered. If that was not you, somebody else knows this address. Your code stays valid; accept only a device that shows the same check number.`,
    expired: 'The code has expired.',
    again: 'New code',
    elsewhere: 'A code made in a terminal is open.',
    arrived: (name: string, origin: string) => `“${name}” at ${origin} has entered the code.`,
    compare: 'Compare this number with the one on the device. If it differs, cancel.',
    check: 'Check number',
    accept: 'Accept',
    added: (name: string) => `“${name}” is paired.`,
    done: 'Done',
    cancel: 'Cancel',
  },
};
