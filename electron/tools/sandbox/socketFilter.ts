// A seccomp filter for sandboxed programs (Linux) that limits socket types. Filters cannot read memory and thus not
// tell local socket paths apart; those are hidden instead (`hiddenPaths.ts`). See docs/decisions/sandbox.md.

/** Per architecture: its kernel constant and system call numbers. */
interface Architecture {
  audit: number;
  socket: number;
  /** A multiplexed call with its arguments in memory, where the type is invisible; 32-bit x86 only. */
  socketCall?: number;
  /** The user's session keyring, used by Kerberos and encrypted folders: add_key, request_key, keyctl. */
  keys: readonly number[];
  /** Numbers from here on are another ABI (x32). */
  otherCallsFrom?: number;
}

const x64: Architecture = { audit: 0xc000003e, socket: 41, keys: [248, 249, 250], otherCallsFrom: 0x4000_0000 };
const x86: Architecture = { audit: 0x40000003, socket: 359, socketCall: 102, keys: [286, 287, 288] };
const arm64: Architecture = { audit: 0xc00000b7, socket: 198, keys: [217, 218, 219] };
const arm: Architecture = { audit: 0x40000028, socket: 281, keys: [309, 310, 311] };
/** Includes the 32-bit ABI of a 64-bit kernel. */
const architectures: Readonly<Record<string, readonly Architecture[]>> = { x64: [x64, x86], arm64: [arm64, arm] };

/** The same everywhere: setup, enter, register. They create sockets that no filter sees. */
const ioUring = [425, 426, 427];

const family = { unix: 1, inet: 2, inet6: 10, netlink: 16 };
/** The only netlink family that ordinary programs need: it lists addresses. */
const netlinkRoute = 0;
const errno = { notPermitted: 1, noSuchCall: 38, noSuchProtocol: 93, noSuchFamily: 97 };

const [load, jumpIfEqual, jumpIfAtLeast, give] = [0x20, 0x15, 0x35, 0x06];
const allow = 0x7fff_0000;
const refuse = (code: number): number => 0x0005_0000 | code;
const offset = { call: 0, architecture: 4, first: 16, third: 32 };

type Instruction = readonly [code: number, ifSo: number, ifNot: number, value: number];

const read = (at: number): Instruction => [load, 0, 0, at];
const end = (with_: number): Instruction => [give, 0, 0, with_];
const when = (value: number, block: readonly Instruction[]): Instruction[] => [
  [jumpIfEqual, 0, block.length, value],
  ...block,
];
const from = (value: number, block: readonly Instruction[]): Instruction[] => [
  [jumpIfAtLeast, 0, block.length, value],
  ...block,
];

/** In the format of bubblewrap's `--seccomp`; null for an unsupported architecture. */
export function socketFilter(arch: string = process.arch): Buffer | null {
  const machineArchitectures = architectures[arch];
  if (!machineArchitectures) return null;
  const program = [
    read(offset.architecture),
    ...machineArchitectures.flatMap((each) => when(each.audit, callsOf(each))),
    end(refuse(errno.noSuchCall)),
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [at, [code, ifSo, ifNot, value]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(ifSo, at * 8 + 2);
    bytes.writeUInt8(ifNot, at * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4);
  }
  return bytes;
}

function callsOf({ socket, socketCall, keys, otherCallsFrom }: Architecture): Instruction[] {
  return [
    read(offset.call),
    ...(otherCallsFrom === undefined ? [] : from(otherCallsFrom, [end(refuse(errno.noSuchCall))])),
    ...(socketCall === undefined ? [] : when(socketCall, [end(refuse(errno.noSuchCall))])),
    ...ioUring.flatMap((call) => when(call, [end(refuse(errno.noSuchCall))])),
    ...keys.flatMap((call) => when(call, [end(refuse(errno.notPermitted))])),
    ...when(socket, [
      read(offset.first),
      ...[family.unix, family.inet, family.inet6].flatMap((each) => when(each, [end(allow)])),
      ...when(family.netlink, [
        read(offset.third),
        ...when(netlinkRoute, [end(allow)]),
        end(refuse(errno.noSuchProtocol)),
      ]),
      end(refuse(errno.noSuchFamily)),
    ]),
    end(allow),
  ];
}
